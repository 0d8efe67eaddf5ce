// A conversation in which somebody else's text is everywhere where such a text can be: what tools printed, their names
// and arguments, names of files, what was pasted or selected, what the agent wrote.
import { writeFileSync } from 'node:fs'
import { type Block, text as textBlock, toolUse } from '../../src/models/content.ts'
import { createMessage, type TranscriptMessage } from '../../src/models/transcript-message.ts'

export const TYPED = 'From now on always run the tests before you commit.'

const made = new Map<string, readonly TranscriptMessage[]>()

export function conversationOf(text: string): readonly TranscriptMessage[] {
  const known = made.get(text) ?? makeConversation(text)
  made.set(text, known)
  return known
}

function makeConversation(text: string): TranscriptMessage[] {
  const messages: TranscriptMessage[] = []
  const add = (role: 'user' | 'assistant', ...content: Block[]) =>
    messages.push(
      createMessage({
        id: `m${messages.length}`,
        role,
        content,
        parent: messages.at(-1)?.id ?? null,
        time: new Date(Date.UTC(2026, 10, 1, 8, messages.length)),
      }),
    )
  let calls = 0
  const call = (name: string, input: object, result: string, isError: boolean) => {
    const id = `t${calls++}`
    add('assistant', toolUse(id, name, JSON.stringify(input)))
    add('user', {
      type: 'tool_result',
      toolUseId: id,
      content: [textBlock(result)],
      ...(isError && { isError }),
    })
  }
  const lines = text.split('\n').slice(0, 2)
  add('user', textBlock(TYPED))
  add('user', textBlock(`<ide_selection>${text}</ide_selection>\nWhat is this?`))
  add('user', textBlock(`It printed this:\n\n${lines.map((line) => `ERROR ${line} failed`).join('\n')}`))
  add('assistant', textBlock(lines.map((line) => `We decided: ${line}`).join('\n')))
  for (const line of lines) {
    call('Bash', { command: `make ${line}` }, line, true)
    call(line, { path: line }, line, true)
    call('Read', { file_path: `/p/${line}` }, line, false)
    call('Write', { file_path: line, content: line }, 'ok', false)
    call('TodoWrite', { todos: [{ content: line, status: line }] }, 'ok', false)
    call('Task', { name: line, description: line, run_in_background: true }, 'started', false)
  }
  add('assistant', textBlock(`Done with ${text}`))
  return messages
}

/** The same as Claude Code logs it. */
export function writeClaudeLog(
  path: string,
  messages: readonly TranscriptMessage[],
  more: object[] = [],
): void {
  const lines = messages.map(({ id, parent, role, time, content }) => ({
    ...{ type: role, uuid: id, parentUuid: parent, sessionId: 's1', timestamp: time },
    message: { role, content: content.map(claudeBlock), ...(role === 'assistant' && { id: `r${id}` }) },
  }))
  writeFileSync(path, [...lines, ...more].map((line) => `${JSON.stringify(line)}\n`).join(''))
}

function claudeBlock(block: Block): object {
  if (block.type === 'tool_use')
    return { type: 'tool_use', id: block.id, name: block.name, input: JSON.parse(block.inputJson) }
  if (block.type === 'tool_result')
    return { ...block, toolUseId: undefined, tool_use_id: block.toolUseId, is_error: block.isError === true }
  return block
}
