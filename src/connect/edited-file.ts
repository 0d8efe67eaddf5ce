// A file that a setup reads and changes: the person's own, where a link is their choice (people keep their settings in
// repositories of their own), or one of the project, where it is the choice of whoever made the repository.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { writeFileAtomic } from '../base/files/atomic-write.ts'
import { removeEmptyBelow, removeFileBelow } from '../base/files/remove-below.ts'
import { agentSetupTexts } from '../base/messages/agent-setup.ts'
import { message } from '../base/messages/message.ts'
import { readProjectFile, writeProjectFile } from '../base/settings/project-file.ts'
import { attempt } from '../base/values/attempt.ts'
import { MemdirError, systemCode } from '../base/values/errors.ts'

export interface EditedFile {
  path: string
  /** The root of the project whose file it is: no link below it is followed. */
  project?: string | undefined
  /** Below memdir's own directory: nobody else reads it. */
  private?: true
}

/** undefined: there is none. What cannot be read, or is no UTF-8, would be lost by writing a text in its place. */
export function readTextFile(file: EditedFile): string | undefined {
  const { path, project } = file
  const bytes = project === undefined ? readBytes(path) : readProjectFile(project, stepsOf(file))?.bytes
  if (!bytes) return undefined
  const text = bytes.toString('utf8')
  if (Buffer.from(text, 'utf8').equals(bytes)) return text
  throw new MemdirError('broken_file', message(agentSetupTexts.notUtf8, { path }), {
    fix: message(agentSetupTexts.saveAsUtf8),
  })
}

function readBytes(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = systemCode(error)
    // A link that leads nowhere is something, too: a file in its place would cut it off.
    const isNothing = code === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false }) === undefined
    if (isNothing || code === 'ENOTDIR') return undefined
    throw new MemdirError(
      'io',
      message(agentSetupTexts.notReadable, { path, reason: code ?? String(error) }),
      {
        fix: message(agentSetupTexts.letRead),
      },
    )
  }
}

/** Keeps the file's mode. */
export function writeTextFile(file: EditedFile, text: string): void {
  const { path, project, private: own } = file
  if (project !== undefined) {
    const steps = stepsOf(file)
    writeProjectFile(project, steps, text, readProjectFile(project, steps)?.mode)
    return
  }
  const mode = attempt(() => statSync(path).mode & 0o777)
  if (!existsSync(dirname(path))) mkdirSync(dirname(path), { recursive: true, ...(own && { mode: 0o700 }) })
  writeFileAtomic(attempt(() => realpathSync(path)) ?? path, text, { mode: mode ?? (own ? 0o600 : 0o644) })
}

export function removeFile(file: EditedFile): void {
  if (file.project === undefined) rmSync(file.path, { force: true })
  else removeFileBelow(file.project, stepsOf(file))
}

/** One that is not empty stays. */
export function removeEmptyDirectory(directory: EditedFile): void {
  if (directory.project === undefined) attempt(() => rmdirSync(directory.path))
  else removeEmptyBelow(directory.project, stepsOf(directory))
}

/** Where a change really goes: behind every link that leads there. */
export function realTarget(path: string): string {
  const parent = dirname(path)
  if (parent === path) return path
  return attempt(() => realpathSync(path)) ?? join(realTarget(parent), basename(path))
}

function stepsOf({ path, project = '' }: EditedFile): string {
  return relative(project, path).split(sep).join('/')
}
