// Hooks as they stand in settings → hooks that can be run. What cannot be understood is told, never guessed.
import { type HookEventName, isHookEventName } from './hook-event.ts'
import { readMatcher } from './hook-matcher.ts'

/** Lowest precedence first. */
export const HOOK_SOURCES = ['user', 'project', 'local', 'policy', 'plugin', 'session'] as const
export type HookSource = (typeof HOOK_SOURCES)[number]

/** Higher wins where answers conflict. */
export function sourceRank(source: HookSource): number {
  return HOOK_SOURCES.indexOf(source)
}

export type HookAction =
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
}

export interface ReadHooks {
  hooks: Hook[]
  problems: string[]
}

const DEFAULT_TIMEOUT_MS = 600_000
const MAX_TIMEOUT_MS = 86_400_000
const MAX_HOOKS = 500

/** `settings`: the value of the `hooks` key. */
export function readHooks(settings: unknown, source: HookSource): ReadHooks {
  const hooks: Hook[] = []
  const problems: string[] = []
  if (settings === undefined || settings === null) return { hooks, problems }
  if (!isRecord(settings)) return { hooks, problems: [`hooks (${source}): not an object`] }
  for (const [event, groups] of Object.entries(settings)) {
    const tell = (problem: string) => problems.push(`hooks (${source}), ${event.slice(0, 60)}: ${problem}`)
    if (!isHookEventName(event)) tell('there is no such event')
    else if (!Array.isArray(groups)) tell('not a list')
    else for (const group of groups) hooks.push(...readGroup(group, event, source, tell))
  }
  if (hooks.length > MAX_HOOKS) problems.push(`hooks (${source}): only the first ${MAX_HOOKS} are used`)
  return { hooks: hooks.slice(0, MAX_HOOKS), problems }
}

function readGroup(
  group: unknown,
  event: HookEventName,
  source: HookSource,
  tell: (problem: string) => void,
): Hook[] {
  const given = isRecord(group) ? group : {}
  const text = given.matcher === undefined || typeof given.matcher === 'string' ? given.matcher : '('
  const matcher = readMatcher(text)
  if (!Array.isArray(given.hooks)) tell('an entry has no list of hooks')
  else if (!matcher.ok) tell(typeof given.matcher === 'string' ? matcher.problem : 'a matcher is not text')
  if (!Array.isArray(given.hooks) || !matcher.ok) return []
  return given.hooks.flatMap((hook: unknown): Hook[] => {
    const action = isRecord(hook) ? readAction(hook) : 'a hook is not an object'
    if (typeof action !== 'string')
      return [{ event, matcher: text, action, timeoutMs: timeoutOf(hook as object), source }]
    tell(action)
    return []
  })
}

function readAction(hook: Record<string, unknown>): HookAction | string {
  const text = (name: string) =>
    typeof hook[name] === 'string' && hook[name] !== '' ? hook[name] : undefined
  switch (hook.type) {
    case 'command': {
      const command = text('command')
      return command ? { type: 'command', command } : 'a command hook has no command'
    }
    case 'prompt':
    case 'agent': {
      const prompt = text('prompt')
      const model = text('model')
      if (!prompt) return `a ${hook.type} hook has no prompt`
      return model ? { type: hook.type, prompt, model } : { type: hook.type, prompt }
    }
    case 'http':
      return readHttp(text('url'), hook.headers)
    default:
      return `the type ${JSON.stringify(hook.type)} is not known`
  }
}

function readHttp(url: string | undefined, headers: unknown): HookAction | string {
  if (!url || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return 'an http hook has no http or https url'
  const given = isRecord(headers) ? Object.entries(headers) : []
  const usable = given.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { type: 'http', url, headers: Object.fromEntries(usable) }
}

/** Settings give seconds. */
function timeoutOf(hook: { timeout?: unknown }): number {
  const seconds = hook.timeout
  if (typeof seconds !== 'number' || !(seconds > 0)) return DEFAULT_TIMEOUT_MS
  return Math.min(Math.ceil(seconds * 1000), MAX_TIMEOUT_MS)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
