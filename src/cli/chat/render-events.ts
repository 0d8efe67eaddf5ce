// A turn on the terminal: words as they come on stdout; tools, notices and the end on stderr.
import type { AgentEvent, NoticeEvent, TurnEnd } from '../../agent/agent-event.ts'
import { chatCommandTexts } from '../../base/messages/chat-command.ts'
import type { Text } from '../../base/messages/message.ts'
import { message } from '../../base/messages/message.ts'
import { estimateTokens } from '../../base/text/tokens.ts'
import { type Output, printable, printableText } from '../output.ts'
import { editLines } from './edit-lines.ts'
import { markdownStream } from './markdown-stream.ts'
import { redactWords } from './redact-words.ts'
import { NO_SPINNER, type Spinner } from './spinner.ts'

export interface Renderer {
  show(event: AgentEvent): void
  /** A line of its own, wherever the words are. */
  line(text: string): void
}

/** `write`: where the words go; `redact`: what is cut out of them. */
export function createRenderer(
  output: Output,
  write: (text: string) => void,
  redact: (text: string) => string,
  spinner: Spinner = NO_SPINNER,
): Renderer {
  const { paint } = output
  let midLine = false
  let words = redactWords(redact)
  const markdown = markdownStream(paint)
  /** What calls that run were given. */
  const inputs = new Map<string, Readonly<Record<string, unknown>>>()
  const put = (text: string) => {
    if (text === '') return
    spinner.clear()
    write(text)
    midLine = !text.endsWith('\n')
    spinner.hold(midLine)
  }
  const show = (words: string) => put(markdown.push(printableText(words)))
  const finish = () => {
    show(words.end())
    put(markdown.end())
    if (midLine) put('\n')
  }
  const line = (text: string) => {
    finish()
    spinner.clear()
    output.note(text)
  }
  return {
    line,
    show(event) {
      switch (event.type) {
        case 'text':
          spinner.count(estimateTokens(event.text))
          return show(words.push(event.text))
        case 'thinking':
          return spinner.count(estimateTokens(event.text))
        case 'tool_start':
          inputs.set(event.id, event.input)
          return line(`${paint.cyan('●')} ${paint.bold(event.name)} ${toolSummary(event.input)}`)
        case 'tool_end': {
          line(`  ${paint.dim('└')} ${resultLine(output, event)}`)
          const input = inputs.get(event.id)
          inputs.delete(event.id)
          if (input && !event.isError)
            for (const changed of editLines(output, event.name, input)) line(`    ${changed}`)
          return
        }
        case 'retry':
          // What was held back of it is not wanted any more.
          words = redactWords(redact)
          put(markdown.end())
          return line(paint.yellow(retryLine(output, event)))
        case 'notice':
          return line(paint.dim(`· ${printable(noticeText(output, event))}`))
        case 'message':
          return event.message.role === 'assistant' ? finish() : undefined
        case 'end':
          for (const text of endLines(output, event)) line(text)
          return
        default:
          return
      }
    },
  }
}

const SUMMARY_CHARACTERS = 100
const SUMMARY_FIELDS = [
  'file_path',
  'command',
  'pattern',
  'subagent_type',
  'skill',
  'url',
  'prompt',
  'query',
  'id',
  'name',
  'content',
] as const

/** The part of the input that a person recognises the call by. */
export function toolSummary(input: Readonly<Record<string, unknown>>): string {
  const name = SUMMARY_FIELDS.find((key) => typeof input[key] === 'string')
  const value = name ? String(input[name]) : typeof input.action === 'string' ? '' : JSON.stringify(input)
  const text = printable([input.action, value].filter((part) => part !== undefined && part !== '').join(' '))
  return text.length > SUMMARY_CHARACTERS ? `${text.slice(0, SUMMARY_CHARACTERS - 1)}…` : text
}

function resultLine(output: Output, event: Extract<AgentEvent, { type: 'tool_end' }>): string {
  const { content, isError, durationMs } = event
  const [line = ''] = content.split('\n', 1)
  const first = printable(line).slice(0, 160)
  if (isError) return output.paint.red(first || output.say(chatCommandTexts.failed))
  const lines = content === '' ? 0 : content.trimEnd().split('\n').length
  const size = lines <= 1 ? first : output.say(message(chatCommandTexts.lines, { lines }))
  return output.paint.dim(`${size} · ${Math.round(durationMs)} ms`)
}

function retryLine(output: Output, { reason, delayMs }: Extract<AgentEvent, { type: 'retry' }>): string {
  const seconds = (delayMs / 1000).toFixed(1)
  const why = printable(output.say(reason)).replace(/[.。]$/, '')
  return output.say(message(chatCommandTexts.onceMoreSForget, { why, seconds }))
}

function noticeText(output: Output, { text, localised }: NoticeEvent): string {
  return localised ? output.say(localised) : text
}

const ENDS: Partial<Record<TurnEnd['reason'], Text>> = {
  aborted: chatCommandTexts.endsAborted,
  max_turns: chatCommandTexts.endsMaxTurns,
  stuck: chatCommandTexts.endsStuck,
  max_tokens: chatCommandTexts.endsMaxTokens,
  blocked: chatCommandTexts.endsBlocked,
  stopped: chatCommandTexts.endsStopped,
}

function endLines(output: Output, { reason, error, detail }: TurnEnd): string[] {
  if (error) {
    const { message, fix } = error.messages
    return [
      output.paint.red(`✗ ${printable(output.say(message))}`),
      ...(fix ? [`  ${printable(output.say(fix))}`] : []),
    ]
  }
  const text = ENDS[reason]
  if (!text) return []
  const why = detail === undefined ? '' : `: ${printable(detail)}`
  return [output.paint.yellow(`! ${output.say(text)}${why}`)]
}
