// The proof that a command line changes nothing: our lexer reads it, every command and option is on a list, a full
// shell parser reads the same. What comes out is a plan that is run without a shell (run-proven.ts).
import { posix } from 'node:path'
import { type Message, message } from '../../../base/messages/message.ts'
import { shellCommandTexts } from '../../../base/messages/shell-command.ts'
import { shellLineTexts } from '../../../base/messages/shell-line.ts'
import { attempt } from '../../../base/values/attempt.ts'
import { checkArguments } from './check-arguments.ts'
import type { CommandRule, FoundArguments } from './command-rule.ts'
import { FILE_COMMANDS } from './file-commands.ts'
import { checkFind } from './find-rule.ts'
import { lexCommand, type Redirection, type ShellWord } from './lex-command.ts'
import { type PipelineStep, type ReadLine, readLine, type SimpleCommand } from './read-line.ts'
import { SEARCH_COMMANDS } from './search-commands.ts'
import { parserAgrees } from './second-opinion.ts'
import { isSpecialPlace, isTopPlace } from './special-place.ts'
import { checkTest } from './test-rule.ts'
import { TEXT_COMMANDS } from './text-commands.ts'

/** Patterns in these words are expanded when it runs; all other words are passed as they are. */
export interface ProvenCommand {
  name: string
  args: readonly { word: ShellWord; expand: boolean }[]
  input: string | undefined
  redirections: readonly Redirection[]
  /** `cd`: where the commands after it start. */
  directory?: string
  /** It shows what files below these say. */
  below?: readonly ShellWord[]
}

export interface ProvenStep {
  when: PipelineStep['when']
  pipeline: readonly ProvenCommand[]
}

type Proof = { ok: true; steps: readonly ProvenStep[] } | { ok: false; reason: Message }

const RULES = new Map<string, CommandRule>(
  Object.entries({ ...FILE_COMMANDS, ...SEARCH_COMMANDS, ...TEXT_COMMANDS }),
)
const MAX_DIRECTORY_CHANGES = 4
const HERE: ShellWord = { value: '.', pieces: [{ text: '.', quoted: true }], glob: false, plain: true }
/** Answers where a general one would not help. */
const REFUSED = new Map<string, Message>([
  ['git', message(shellCommandTexts.gitConfiguration)],
  ['rm', message(shellCommandTexts.deletes)],
  ['env', message(shellCommandTexts.runsCommands)],
  ['xargs', message(shellCommandTexts.runsCommands)],
  ['tee', message(shellCommandTexts.writesFiles)],
  ['less', message(shellCommandTexts.canRunCommands)],
  ['more', message(shellCommandTexts.canRunCommands)],
])

export function proveReadOnly(command: string, options: { cwd: string }): Proof {
  const lexed = lexCommand(command)
  if (!lexed.ok) return lexed
  const line: ReadLine = readLine(lexed.tokens)
  if (!line.ok) return line
  const proof = proveSteps(line.steps, options.cwd)
  if (!proof.ok) return proof
  // A parser that fails has not agreed.
  const agrees = attempt(() => parserAgrees(command, line.steps)) ?? false
  return agrees ? proof : { ok: false, reason: message(shellLineTexts.parsersDisagree) }
}

function proveSteps(steps: readonly PipelineStep[], cwd: string): Proof {
  const proven: ProvenStep[] = []
  // Every directory that the commands may find themselves in: `cd` may fail, or not be reached.
  let places = [cwd]
  let changes = 0
  for (const step of steps) {
    const pipeline: ProvenCommand[] = []
    for (const [at, command] of step.pipeline.entries()) {
      const alone = step.pipeline.length === 1
      const result =
        command.name === 'cd'
          ? proveChange(command, alone && ++changes <= MAX_DIRECTORY_CHANGES, places)
          : proveCommand(command, at > 0, places)
      if ('key' in result) return refusedCommand(command, result)
      pipeline.push(result)
      const { directory } = result
      if (directory === undefined) continue
      places = [...new Set([...places, ...places.map((place) => posix.resolve(place, directory))])]
    }
    proven.push({ when: step.when, pipeline })
  }
  return { ok: true, steps: proven }
}

function refusedCommand({ name }: SimpleCommand, reason: Message): Proof {
  return { ok: false, reason: message(shellCommandTexts.ofCommand, { command: name.slice(0, 40), reason }) }
}

/** `cd` is carried out by us: it changes where the following commands start. */
function proveChange(
  command: SimpleCommand,
  allowed: boolean,
  cwds: readonly string[],
): ProvenCommand | Message {
  const [target, ...more] = command.args
  if (!allowed) return message(shellCommandTexts.cdAlone)
  if (!target || more.length > 0 || target.glob || /^-|^$/.test(target.value))
    return message(shellCommandTexts.cdOneDirectory)
  if (command.input || command.redirections.length > 0) return message(shellCommandTexts.cdNoRedirection)
  if (isSpecialPlace(target.value, cwds)) return message(shellCommandTexts.onlyDevices)
  return { ...provenCommand(command, () => false), directory: target.value }
}

function proveCommand(
  command: SimpleCommand,
  piped: boolean,
  cwds: readonly string[],
): ProvenCommand | Message {
  const name = trustedName(command.name)
  if (name === undefined) return message(shellCommandTexts.onlySystemPrograms)
  if (command.input && isSpecialPlace(command.input.value, cwds))
    return message(shellCommandTexts.readsDevice)
  if (name === 'find') {
    const found = checkFind(command.args)
    if (!found.ok) return found.reason
    if (found.places.some((place) => isSpecialPlace(place.value, cwds)))
      return message(shellCommandTexts.listsDevices)
    return provenCommand(command, (word) => found.places.includes(word))
  }
  if (name === 'test' || name === '[')
    return checkTest(name, command.args) ?? provenCommand(command, () => false)
  const rule = RULES.get(name)
  if (!rule) return REFUSED.get(name) ?? message(shellCommandTexts.unprovenCommand)
  if (asksForHelp(command)) return provenCommand(command, () => false)
  const checked = checkArguments(rule, command.args, piped || command.input !== undefined)
  if (!checked.ok) return checked.reason
  const { found } = checked
  const named = [
    ...found.files.map((file) => file.value),
    ...found.options.map((option) => option.value ?? ''),
  ]
  if (rule.operands.kind !== 'text' && named.some((path) => isSpecialPlace(path, cwds)))
    return message(shellCommandTexts.readsDevice)
  const proven = provenCommand(command, (word) => found.operands.includes(word))
  if (!readsBelow(rule, found)) return proven
  const below = found.files.length > 0 ? found.files : [HERE]
  if (below.some((start) => isTopPlace(start.value, cwds))) return message(shellCommandTexts.devicesBelow)
  return { ...proven, below }
}

function readsBelow({ recursive = [] }: CommandRule, found: FoundArguments): boolean {
  return recursive === 'always' || found.has(...recursive)
}

function provenCommand(command: SimpleCommand, isOperand: (word: ShellWord) => boolean): ProvenCommand {
  return {
    name: trustedName(command.name) ?? command.name,
    args: command.args.map((word) => ({ word, expand: word.glob && isOperand(word) })),
    input: command.input?.value,
    redirections: command.redirections,
  }
}

/** Programs that do not know these options say so and end. */
function asksForHelp({ args: [first, ...more] }: SimpleCommand): boolean {
  return more.length === 0 && /^--(?:help|version)$/.test(first?.value ?? '')
}

/** `ls`, `/bin/ls` and `/usr/bin/ls` are the system's; `./ls` is somebody's. */
function trustedName(name: string): string | undefined {
  const plain = /^(?:\/usr)?\/bin\/([a-z0-9[]+)$/.exec(name)?.[1] ?? name
  return plain.includes('/') ? undefined : plain
}
