// Write: a whole file, new or over one that was read.
import { contentHash } from '../../base/values/hash.ts'
import { inputSchema } from '../../base/values/json-schema.ts'
import { asItWasRead, rememberWritten } from './changed-file.ts'
import { type Credentials, createCredentials } from './credentials.ts'
import { absolutePath, type FileAccess, nodeFileAccess } from './file-access.ts'
import { defineTool, errorResult, type Tool } from './tool.ts'

interface WriteInput {
  file_path: string
  content: string
}

export function createWriteTool(
  access: FileAccess = nodeFileAccess,
  credentials: Credentials = createCredentials(),
): Tool {
  return defineTool<WriteInput>({
    name: 'Write',
    description:
      'Writes a whole file and makes missing directories. An existing file is replaced only if it was read before and has not changed since; for small changes use Edit.',
    inputSchema: inputSchema(
      {
        file_path: { type: 'string', description: 'The file, as an absolute path.' },
        content: { type: 'string', description: 'The whole new content.' },
      },
      ['file_path', 'content'],
    ),
    readOnly: false,
    credentialsIn: (input, cwd) => credentials.at(absolutePath(input.file_path, cwd), cwd),
    async run(input, { cwd, readState }) {
      const path = absolutePath(input.file_path, cwd)
      const facts = await access.look(path)
      let seen: string | null = null
      if (facts) {
        const before = await asItWasRead(facts, path, access, readState)
        if (!before.ok) return errorResult(before.reason)
        seen = contentHash(before.bytes)
      }
      await access.write(path, input.content, seen)
      await rememberWritten(path, access, readState)
      const lines = input.content === '' ? 0 : input.content.replace(/\n$/, '').split('\n').length
      return {
        content: `${facts ? 'Replaced' : 'Wrote'} ${path} (${lines} ${lines === 1 ? 'line' : 'lines'}).`,
        details: { path, created: !facts },
        reached: [path],
      }
    },
  })
}
