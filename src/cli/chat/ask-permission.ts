// Asks the person about a call: once, always, no, or no with a word for the model.
import type { AskPermission, PermissionCall } from '../../agent/permission.ts'
import { chatCommandTexts } from '../../base/messages/chat-command.ts'
import { message } from '../../base/messages/message.ts'
import { permissionTexts } from '../../base/messages/permission.ts'
import { type Output, printable, printableText } from '../output.ts'
import type { LineReader } from './line-reader.ts'
import { toolSummary } from './render-events.ts'

const PREVIEW_LINES = 8

export function createAsk(output: Output, reader: LineReader, line: (text: string) => void): AskPermission {
  return async (call, signal) => {
    const { paint } = output
    const question = output.say(chatCommandTexts.wants)
    line(`${paint.yellow('?')} ${paint.bold(call.tool)} ${question}: ${toolSummary(call.input)}`)
    if (call.credentials !== undefined) {
      const warning = output.say(
        message(permissionTexts.credentialsAsked, { path: printable(call.credentials) }),
      )
      line(`  ${paint.yellow('!')} ${warning}`)
    }
    for (const text of preview(call)) line(paint.dim(`  ${text}`))
    const choices = output.say(chatCommandTexts.yOnceAlwaysN)
    return readPermissionAnswer(await reader.question(choices, signal))
  }
}

/** Anything that is neither yes nor no is a no with a reason. */
export function readPermissionAnswer(said: string | undefined): 'once' | 'always' | { refused: string } {
  const answer = (said ?? '').trim()
  if (/^(?:y|yes|是|好)$/i.test(answer)) return 'once'
  if (/^(?:a|always|始终)$/i.test(answer)) return 'always'
  if (/^(?:|n|no|否|不)$/i.test(answer)) return { refused: '' }
  return { refused: `the user refused it and said: ${answer}` }
}

/** What would be written or run, where the summary does not show all of it. */
function preview({ tool, input }: PermissionCall): string[] {
  const text = tool === 'Write' ? input.content : tool === 'Edit' ? input.new_string : input.command
  if (typeof text !== 'string' || (tool === 'Bash' && text.length < 100 && !text.includes('\n'))) return []
  const lines = printableText(text).split('\n')
  const more = lines.length > PREVIEW_LINES ? [`… ${lines.length - PREVIEW_LINES}`] : []
  return [...lines.slice(0, PREVIEW_LINES).map((part) => printable(part).slice(0, 160)), ...more]
}
