// A turn on the terminal: words as they come on stdout; tools, notices and the end on stderr.
import type { AgentEvent, NoticeEvent, TurnEnd } from '../../agent/loop/agent-event.ts'
import { estimateTokens } from '../../base/text/tokens.ts'
import type { Text } from '../language.ts'
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
  /** Of calls that run. */
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
  if (isError) return output.paint.red(first || output.say({ en: 'failed', zh: '失败' }))
  const lines = content === '' ? 0 : content.trimEnd().split('\n').length
  const size = lines <= 1 ? first : output.say({ en: `${lines} lines`, zh: `${lines} 行` })
  return output.paint.dim(`${size} · ${Math.round(durationMs)} ms`)
}

function retryLine(output: Output, { reason, delayMs }: Extract<AgentEvent, { type: 'retry' }>): string {
  const seconds = (delayMs / 1000).toFixed(1)
  const why = printable(output.say(reason)).replace(/[.。]$/, '')
  return output.say({
    en: `! ${why}; once more in ${seconds} s, forget the answer so far`,
    zh: `! ${why}；${seconds} 秒后重试，以上回答作废`,
  })
}

function noticeText(output: Output, { text, localised }: NoticeEvent): string {
  return localised ? output.say(localised) : text
}

const ENDS: Partial<Record<TurnEnd['reason'], Text>> = {
  aborted: { en: 'Stopped.', zh: '已停止。' },
  max_turns: {
    en: 'Stopped: the limit of requests is reached. Say "continue" to go on.',
    zh: '已停止：达到请求次数上限。说“继续”即可继续。',
  },
  stuck: {
    en: 'Stopped: the calls of the model failed again and again. Say what it should do instead.',
    zh: '已停止：模型的调用一再失败。请说明应改为怎么做。',
  },
  max_tokens: { en: 'The answer was cut off at its limit.', zh: '回答达到长度上限被截断。' },
  blocked: { en: 'A hook refused the message', zh: '钩子拒绝了此消息' },
  stopped: { en: 'A hook ended the turn', zh: '钩子结束了本轮' },
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
