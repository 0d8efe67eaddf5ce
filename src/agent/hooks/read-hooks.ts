// Hooks as settings define them → hooks that can be run. What cannot be understood is reported, never guessed.

import { hooksTexts } from '../../base/messages/hooks.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { type HookEventName, isHookEventName } from '../../base/values/hook-event-name.ts'
import { isObject } from '../../base/values/is-object.ts'
import { readMatcher } from './hook-matcher.ts'

/** Lowest precedence first. */
export const HOOK_SOURCES = ['plugin', 'user', 'project', 'local', 'session', 'policy'] as const
export type HookSource = (typeof HOOK_SOURCES)[number]

/** Higher wins where answers conflict. */
export function sourceRank(source: HookSource): number {
  return HOOK_SOURCES.indexOf(source)
}

type HookAction =
  | { type: 'command'; command: string }
  | { type: 'prompt'; prompt: string; model?: string }
  | { type: 'agent'; prompt: string; model?: string }
  | { type: 'http'; url: string; headers: Record<string, string> }

export interface Hook {
  event: HookEventName
  matcher: string | undefined
  action: HookAction
  timeoutMs: number
  source: HookSource
  /** For its command, in addition: where the plugin is that it belongs to. */
  environment?: Readonly<Record<string, string>>
}

export interface ReadHooks {
  hooks: Hook[]
  problems: Message[]
}

const DEFAULT_TIMEOUT_MS = 600_000
const MAX_TIMEOUT_MS = 86_400_000
const MAX_HOOKS = 500

/** `settings`: the value of the `hooks` key. */
export function readHooks(settings: unknown, source: HookSource): ReadHooks {
  const hooks: Hook[] = []
  const problems: Message[] = []
  const problemOf = (problem: Message) => message(hooksTexts.problem, { source, problem })
  if (settings === undefined || settings === null) return { hooks, problems }
  if (!isObject(settings)) return { hooks, problems: [problemOf(message(hooksTexts.notAnObject))] }
  for (const [event, groups] of Object.entries(settings)) {
    const report = (problem: Message) =>
      problems.push(message(hooksTexts.eventProblem, { source, event: event.slice(0, 60), problem }))
    if (!isHookEventName(event)) report(message(hooksTexts.noSuchEvent))
    else if (!Array.isArray(groups)) report(message(hooksTexts.notAList))
    else for (const group of groups) hooks.push(...readGroup(group, event, source, report))
  }
  if (hooks.length > MAX_HOOKS) problems.push(problemOf(message(hooksTexts.tooMany, { count: MAX_HOOKS })))
  return { hooks: hooks.slice(0, MAX_HOOKS), problems }
}

function readGroup(
  group: unknown,
  event: HookEventName,
  source: HookSource,
  report: (problem: Message) => void,
): Hook[] {
  const given = isObject(group) ? group : {}
  const text = given.matcher === undefined || typeof given.matcher === 'string' ? given.matcher : '('
  const matcher = readMatcher(text)
  if (!Array.isArray(given.hooks)) report(message(hooksTexts.noList))
  else if (!matcher.ok)
    report(typeof given.matcher === 'string' ? matcher.problem : message(hooksTexts.matcherNotText))
  if (!Array.isArray(given.hooks) || !matcher.ok) return []
  return given.hooks.flatMap((hook: unknown): Hook[] => {
    const action = isObject(hook) ? readAction(hook) : message(hooksTexts.hookNotAnObject)
    if (!('key' in action))
      return [{ event, matcher: text, action, timeoutMs: timeoutOf(hook as object), source }]
    report(action)
    return []
  })
}

function readAction(hook: Record<string, unknown>): HookAction | Message {
  const text = (name: string) =>
    typeof hook[name] === 'string' && hook[name] !== '' ? hook[name] : undefined
  switch (hook.type) {
    case 'command': {
      const command = text('command')
      return command ? { type: 'command', command } : withoutField('command', 'command')
    }
    case 'prompt':
    case 'agent': {
      const prompt = text('prompt')
      const model = text('model')
      if (!prompt) return withoutField(hook.type, 'prompt')
      return model ? { type: hook.type, prompt, model } : { type: hook.type, prompt }
    }
    case 'http':
      return readHttp(text('url'), hook.headers)
    default:
      return message(hooksTexts.unknownType, { type: JSON.stringify(hook.type) ?? '' })
  }
}

function withoutField(type: string, field: string): Message {
  return message(hooksTexts.withoutField, { type, field })
}

function readHttp(url: string | undefined, headers: unknown): HookAction | Message {
  if (!url || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return message(hooksTexts.withoutUrl)
  const given = isObject(headers) ? Object.entries(headers) : []
  const usable = given.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { type: 'http', url, headers: Object.fromEntries(usable) }
}

/** Settings give seconds. */
function timeoutOf(hook: { timeout?: unknown }): number {
  const seconds = hook.timeout
  if (typeof seconds !== 'number' || !(seconds > 0)) return DEFAULT_TIMEOUT_MS
  return Math.min(Math.ceil(seconds * 1000), MAX_TIMEOUT_MS)
}
