// An agent's call in one form, whatever the agent calls its tools: the commands that act, and the files that it changes
// with the lines that it adds. Nothing here reads a file; the input comes from other programs, and nothing throws.
import { type ToolShape, toolShapes } from '../../base/agents/tool-shapes.ts'
import { isObject } from '../../base/values/is-object.ts'
import { type FileChange, readPatch } from './read-patch.ts'
import { type ActingCommand, shellEffects, slashed } from './shell-effects.ts'

export interface NormalCall {
  /** Simple commands that act. */
  readonly commands: readonly ActingCommand[]
  /** Files that it changes or creates, below the project where they are in it, with `/`. */
  readonly changes: readonly FileChange[]
}

interface CallPlace {
  /** Which of the agents that we know made the call; absent: the first whose tool is called so. */
  client?: string | undefined
  /** Directories that are the project, in any spelling: paths below them are told from there. */
  roots?: readonly string[]
  /** Where the call's own paths begin; absent: at the project. */
  directory?: string | undefined
}

/** Files of one call. */
const MOST_CHANGES = 500
/** So much of a file is looked at. */
const ADDED_CHARACTERS = 1_000_000

export function normaliseCall(tool: string, input: unknown, place: CallPlace = {}): NormalCall {
  const shape = toolShapes(tool, place.client).find((one) => isObject(input) && has(one, input))
  const given =
    typeof input === 'string' && toolShapes(tool, place.client).some(({ patch }) => patch)
      ? readPatch(input)
      : []
  const effects = shape && isObject(input) ? effectsOf(shape, input) : { commands: [], changes: given }
  const changes = effects.changes
    .slice(0, MOST_CHANGES)
    .map((change) => ({ ...change, file: placed(change.file, place) }))
  return { commands: effects.commands, changes }
}

type Input = Readonly<Record<string, unknown>>

function has({ shell, patch, file }: ToolShape, input: Input): boolean {
  return [shell, patch, file].some((names) => names?.some((name) => input[name] !== undefined))
}

function effectsOf(
  shape: ToolShape,
  input: Input,
): { commands: readonly ActingCommand[]; changes: readonly FileChange[] } {
  const command = first(shape.shell, input)
  if (Array.isArray(command)) return shellEffects(command.filter((word) => typeof word === 'string'))
  if (typeof command === 'string') return shellEffects(command)
  const patch = first(shape.patch, input)
  if (typeof patch === 'string') return { commands: [], changes: readPatch(patch) }
  const file = first(shape.file, input)
  if (typeof file !== 'string') return { commands: [], changes: [] }
  const several = shape.each === undefined ? undefined : input[shape.each]
  const edits: Input[] = Array.isArray(several) ? several.filter(isObject) : [input]
  const added = edits
    .map((edit) => addedBy(textOf(shape.removed, edit), textOf(shape.added, edit)))
    .join('\n')
  return { commands: [], changes: [{ file, ...(shape.whole && { whole: true as const }), added }] }
}

function first(names: readonly string[] | undefined, input: Input): unknown {
  return names?.map((name) => input[name]).find((value) => value !== undefined)
}

function textOf(names: readonly string[] | undefined, input: Input): string {
  const value = first(names, input)
  return typeof value === 'string' ? value.slice(0, ADDED_CHARACTERS) : ''
}

/** Lines that were not there before, each as often as it is new. */
function addedBy(removed: string, added: string): string {
  if (removed === '') return added
  const before = new Map<string, number>()
  for (const line of removed.split('\n')) before.set(line, (before.get(line) ?? 0) + 1)
  const isNew = (line: string) => {
    const left = before.get(line) ?? 0
    before.set(line, left - 1)
    return left <= 0
  }
  return added.split('\n').filter(isNew).join('\n')
}

function placed(file: string, { roots = [], directory }: CallPlace): string {
  const path = withoutDots(slashed(file))
  const isAbsolute = /^(?:\/|~|\$|[A-Za-z]:\/)/.test(path)
  const full = isAbsolute || directory === undefined ? path : withoutDots(`${slashed(directory)}/${path}`)
  for (const root of roots) {
    const start = `${slashed(root).replace(/\/+$/, '')}/`
    // A drive may be written large or small.
    const isBelow = /^[A-Za-z]:/.test(start)
      ? full.toLowerCase().startsWith(start.toLowerCase())
      : full.startsWith(start)
    if (isBelow) return full.slice(start.length)
  }
  return full
}

function withoutDots(path: string): string {
  if (!/(?:^|\/)\.{1,2}(?:\/|$)|\/\//.test(path)) return path
  const steps: string[] = []
  for (const step of path.split('/')) {
    if (step === '.' || (step === '' && steps.length > 0)) continue
    const above = steps.at(-1)
    if (step === '..' && above !== undefined && above !== '' && above !== '..') steps.pop()
    else if (step !== '..' || above !== '') steps.push(step)
  }
  return steps.join('/')
}
