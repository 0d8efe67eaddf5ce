// Edit: exact text replaced by other text, in a file that was read.
import { contentHash } from '../../base/values/hash.ts'
import { inputSchema } from '../../base/values/json-schema.ts'
import { asItWasRead, rememberWritten } from './changed-file.ts'
import { type Credentials, createCredentials } from './credentials.ts'
import { absolutePath, type FileAccess, nodeFileAccess } from './file-access.ts'
import { defineTool, errorResult, type Tool } from './tool.ts'

interface EditInput {
  file_path: string
  old_string: string
  new_string: string
  replace_all?: boolean
}

export function createEditTool(
  access: FileAccess = nodeFileAccess,
  credentials: Credentials = createCredentials(),
): Tool {
  return defineTool<EditInput>({
    name: 'Edit',
    description:
      'Replaces exact text in a file that was read before. `old_string` must occur exactly once, with its white space and without line numbers; add lines around it until it does, or set `replace_all`.',
    inputSchema: inputSchema(
      {
        file_path: { type: 'string', description: 'The file, as an absolute path.' },
        old_string: { type: 'string', description: 'The text to replace, exactly as it is in the file.' },
        new_string: { type: 'string', description: 'The text to put there.' },
        replace_all: { type: 'boolean', description: 'Replace every occurrence.' },
      },
      ['file_path', 'old_string', 'new_string'],
    ),
    readOnly: false,
    credentialsIn: (input, cwd) => credentials.at(absolutePath(input.file_path, cwd), cwd),
    async run(input, { cwd, readState }) {
      const path = absolutePath(input.file_path, cwd)
      const facts = await access.look(path)
      if (!facts) return errorResult(`There is no file ${path}. Use Write to make it.`)
      const before = await asItWasRead(facts, path, access, readState)
      if (!before.ok) return errorResult(before.reason)
      const text = before.bytes.toString('utf8')
      if (!Buffer.from(text, 'utf8').equals(before.bytes)) return errorResult(`${path} is not UTF-8 text.`)
      const edited = planEdit(text, input)
      if (!edited.ok) return errorResult(`${edited.reason} Nothing was changed in ${path}.`)
      await access.write(path, edited.text, contentHash(before.bytes))
      await rememberWritten(path, access, readState)
      const times = edited.count === 1 ? '1 place' : `${edited.count} places`
      return {
        content: `Changed ${path} in ${times}.`,
        details: { path, count: edited.count },
        reached: [path],
      }
    },
  })
}

type PlannedEdit = { ok: true; text: string; count: number } | { ok: false; reason: string }

/** Pure. Text with Windows line ends is found also where the call writes plain ones. */
export function planEdit(text: string, edit: Omit<EditInput, 'file_path'>): PlannedEdit {
  if (edit.old_string === '') return { ok: false, reason: 'old_string is empty.' }
  if (edit.old_string === edit.new_string) return { ok: false, reason: 'Old and new text are the same.' }
  let { old_string: from, new_string: to } = edit
  if (!text.includes(from) && text.includes('\r\n')) {
    from = from.replace(/\r?\n/g, '\r\n')
    to = to.replace(/\r?\n/g, '\r\n')
  }
  const parts = text.split(from)
  const count = parts.length - 1
  if (count === 0) return { ok: false, reason: 'old_string does not occur in the file.' }
  if (count > 1 && !edit.replace_all)
    return { ok: false, reason: `old_string occurs ${count} times; make it longer or set replace_all.` }
  return { ok: true, text: parts.join(to), count }
}
