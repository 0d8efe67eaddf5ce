// Requests and logs as text that is the same on every machine and every day.

import type { ReceivedRequest } from '../support/published/provider-server.ts'
import type { TemporaryHome } from '../support/published/temporary-home.ts'

/** Each request: what it has in addition to the last one of its conversation, and whether that is its beginning. */
export function changesOf(requests: readonly ReceivedRequest[]): string {
  const seen: { messages: string[]; tools: string }[] = []
  const parts = requests.map(({ body }, at) => {
    const messages = (body.messages as unknown[]).map((message) => JSON.stringify(message))
    const tools = ((body.tools ?? []) as { function: { name: string } }[])
      .map(({ function: { name } }) => name)
      .join(', ')
    const last = seen.findLast(({ messages: [first] }) => first === messages[0])
    const same = last ? last.messages.findIndex((message, i) => message !== messages[i]) : 0
    const kept = last && same < 0 ? last.messages.length : same
    seen.push({ messages, tools })
    const how = !last
      ? 'a new conversation'
      : kept === last.messages.length
        ? `goes on after ${kept} messages`
        : `differs from message ${kept + 1} of ${last.messages.length} on`
    const added = messages.slice(kept).map((message) => shown(JSON.parse(message)))
    return [
      `## Request ${at + 1}: ${how}`,
      ...(last?.tools === tools ? [] : [`Tools: ${tools}`]),
      ...added,
    ].join('\n\n')
  })
  return `${parts.join('\n\n')}\n`
}

interface Message {
  role: string
  content?: string | { type: string; text?: string }[] | null
  tool_calls?: { function: { name: string; arguments: string } }[]
}

function shown({ role, content, tool_calls = [] }: Message): string {
  const said = typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('\n')
  const calls = tool_calls.map(({ function: { name, arguments: given } }) => `→ ${name} ${given}`)
  return [`### ${role}`, ...[said, ...calls].filter((part) => part !== '')].join('\n')
}

/** A line each: its kind, and what is in it besides times, ids and usage. */
export function goldenLog(text: string): string {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.stringify(JSON.parse(line), withoutVarying))
  return `${lines.join('\n')}\n`
}

const VARYING = new Set(['id', 'parent', 'time', 'usage', 'mtimeMs'])

function withoutVarying(key: string, value: unknown): unknown {
  return VARYING.has(key) ? undefined : value
}

export function steadyText({ root, project }: TemporaryHome): (text: string) => string {
  return (text) =>
    text
      .replaceAll(project, 'PROJECT')
      .replaceAll(root, 'ROOT')
      .replace(/\b20\d\d-\d\d-\d\d(?:T[\d:.]+Z)?/g, 'DATE')
      .replace(/sessions\/[0-9a-z-]+\//g, 'sessions/ID/')
      .replace(/-[\w-]+-project-[0-9a-f]{10}/g, 'NAME')
}
