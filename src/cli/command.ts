// What a command is: data for the help, the completion and the parser, and one function.

import { commandLineTexts } from '../base/messages/command-line.ts'
import type { Text } from '../base/messages/message.ts'
import { optionsOf, type PlaceKind } from '../memory/places.ts'
import type { CommandContext } from './command-context.ts'
import type { Output } from './output.ts'

/** What standard output holds: words for people, one document, or one document a line while it goes on. */
export const OUTPUT_FORMS = ['text', 'json', 'stream-json'] as const
export type OutputForm = (typeof OUTPUT_FORMS)[number]

export interface CommandOption {
  text: Text
  type: 'boolean' | 'string'
  short?: string
  /** May be given several times. */
  multiple?: boolean
  /** The placeholder in the help, and the words that completion offers. */
  value?: string
  choices?: readonly string[]
  /** Only memdir's own processes give it: neither help nor completion shows it. */
  internal?: true
}

/** What a completion script asks for while somebody types. */
export type CompletionList = 'memories' | 'tags' | 'changes' | 'inbox' | 'projects'

export type Values = Record<string, string | boolean | (string | boolean)[] | undefined>

export interface Command {
  /** `memdir add [TEXT…]` without the options. */
  usage: string
  help: Text
  /** How many arguments it takes besides the options; any number if not given. */
  most?: number
  options: Record<string, CommandOption>
  /** What completion offers for each argument: these words, or a list of the project. `…` in the usage: the last repeats. */
  arguments?: readonly (readonly string[] | CompletionList)[]
  examples: string[]
  /** The option of a place says where it moves something to, not what it works on. */
  movesPlaces?: true
  /** Broken settings files are not reported with its result: it reports them itself, or a shell runs it at every start. */
  quietSettings?: true
  /** It does not work on the memory of this project, or finds out itself which one that is: nobody is asked first. */
  withoutProject?: true
  /** Nothing of the project is read before it runs: a program waits for its first answer, whatever the disk does. */
  readsLater?(values: Values): boolean
  /** What of the project waits for approval is reported by the command itself. */
  reportsTrust?: true
  /** Gets what the command line said; returns the exit code, 0 if nothing. */
  run(input: CommandInput): Promise<number | undefined>
}

/** A command in the overview, and how to load the rest. */
export interface Entry {
  text: Text
  load(): Promise<{ command: Command }>
}

/** Commands that belong together in the overview, by name. */
export interface CommandGroup {
  text: Text
  commands: Readonly<Record<string, Entry>>
}

export interface CommandInput {
  /** All commands, for completion. */
  commands: Record<string, Entry>
  positionals: string[]
  values: Values
  context: CommandContext
  output: Output
}

/** Options that every command takes. */
export const COMMON_OPTIONS: Record<string, CommandOption> = {
  json: { type: 'boolean', text: commandLineTexts.optionJson },
  project: {
    type: 'string',
    short: 'C',
    value: 'DIR',
    text: commandLineTexts.optionProject,
  },
  bare: { type: 'boolean', text: commandLineTexts.optionBare },
  lang: { type: 'string', value: 'en|zh', choices: ['en', 'zh'], text: commandLineTexts.optionLang },
  help: { type: 'boolean', short: 'h', text: commandLineTexts.optionHelp },
}

/** A command that takes these works on the memories of another place than the project's. */
export const placeOptions = {
  everywhere: { type: 'boolean', text: commandLineTexts.optionEverywhere },
} as const satisfies Partial<Record<PlaceKind, CommandOption>>

/** The place that is named by them. */
export function placeNamed(values: Values): PlaceKind {
  const kinds = Object.keys(placeOptions) as (keyof typeof placeOptions)[]
  return kinds.find((kind) => values[kind] === true) ?? 'project'
}

/** As they are given once more, behind another command. */
export function placeFlag(values: Values): string {
  return optionsOf(placeNamed(values))
    .map((option) => ` ${option}`)
    .join('')
}
