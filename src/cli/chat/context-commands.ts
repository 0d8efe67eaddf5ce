// The commands about the window: what fills it, what was taken out, and making room by hand.
import { failureText, receiptNotice } from '../../agent/context-notice.ts'
import { chatCommandTexts } from '../../base/messages/chat-command.ts'
import { contextTexts } from '../../base/messages/context.ts'
import type { Text } from '../../base/messages/message.ts'
import { listOf, message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { usage } from '../arguments.ts'
import { printableText } from '../output.ts'
import type { Talk } from './talk-state.ts'

export async function runContextCommand(talk: Talk, rest: string): Promise<void> {
  const [, id] = /^show\s+(\S+)$/.exec(rest) ?? []
  if (id === undefined) return showContext(talk)
  const { conversation, output } = talk
  const text = await conversation.showDropped(id)
  if (text !== undefined) {
    output.print(printableText(text))
    return
  }
  const ids = conversation.receipts.map((receipt) => receipt.id)
  throw new MemdirError('not_found', message(contextTexts.noReceipt, { id }), {
    fix: message(contextTexts.receiptsAre, { ids: ids.length > 0 ? listOf(ids) : '–' }),
  })
}

export async function runCompactCommand({ conversation, output }: Talk, rest: string): Promise<void> {
  const byNotes = rest.toLowerCase() === 'notes'
  const done = await conversation.compact(byNotes ? { by: 'notes' } : { by: 'full', instructions: rest })
  if (done.status === 'failed')
    throw new MemdirError(
      'unavailable',
      message(contextTexts.notCompacted, { why: done.reason ?? failureText(done.why) }),
    )
  output.print(output.say(receiptNotice(done.receipt)))
}

export function runSnipCommand({ conversation, output }: Talk, rest: string): void {
  const tokens = rest === '' ? undefined : Number(rest.replaceAll(/[,_]/g, ''))
  if (tokens !== undefined && !(tokens > 0))
    throw usage(message(contextTexts.notANumberOfTokens, { text: rest }), message(contextTexts.snipExample))
  const receipt = conversation.snip(tokens)
  output.print(output.say(receipt ? receiptNotice(receipt) : message(contextTexts.nothingToSnip)))
}

async function showContext(talk: Talk): Promise<void> {
  await showParts(talk)
  const { conversation, output } = talk
  for (const receipt of conversation.receipts) output.print(`  ${output.say(receiptNotice(receipt))}`)
}

const PARTS: Record<string, Text> = {
  system: chatCommandTexts.partsSystem,
  tools: chatCommandTexts.partsTools,
  instructions: chatCommandTexts.partsInstructions,
  attachments: chatCommandTexts.partsAttachments,
  user: chatCommandTexts.partsUser,
  assistant: chatCommandTexts.partsAssistant,
  'tool results': chatCommandTexts.partsToolResults,
}

async function showParts({ conversation, output }: Talk): Promise<void> {
  const parts = await conversation.context()
  const { window } = conversation.model
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0)
  const line = (label: string, tokens: number) =>
    output.print(
      `  ${tokens.toLocaleString('en-US').padStart(9)}  ${`${((100 * tokens) / window).toFixed(1)} %`.padStart(7)}  ${label}`,
    )
  for (const { part, tokens } of parts) line(output.say(PARTS[part] ?? { en: part, zh: part }), tokens)
  const of = window.toLocaleString('en-US')
  line(output.say(message(chatCommandTexts.tokensEstimated, { of })), total)
}
