// Text from elsewhere that tells its reader what to do: it waits in quarantine until a person has looked at it.
import { MemdirError } from '../lib/errors.ts'

export interface Instruction {
  /** What kind of instruction it looks like. */
  rule: 'override' | 'execute' | 'send' | 'fetch' | 'conceal' | 'impersonate'
  /** 1-based. */
  line: number
  /** The words, at most 160 characters: the evidence. */
  text: string
}

const PROGRAM =
  'curl|wget|bash|sh|zsh|python3?|node|npx|npm|pip|powershell|sudo|rm|chmod|eval|command|script|shell|code|following'

const RULES: [Instruction['rule'], RegExp][] = [
  [
    'override',
    /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|all|any|your|system)\b.{0,40}\b(?:instructions?|prompts?|rules?|context|guidelines|messages?|policy)\b|(?:忽略|无视|忘记|不要理会|绕过).{0,16}(?:之前|以上|先前|前面|所有|系统).{0,16}(?:指令|指示|提示|规则|要求)/i,
  ],
  [
    'execute',
    new RegExp(
      `(?:^|[.!?:;,]\\s+|\\b(?:please|then|now|must|should|always|you (?:have|need) to|and)\\s+)(?:run|execute|invoke|launch|install|eval)\\s+(?:(?:the|this|these|a)\\s+)?(?:[\`"'$]|(?:${PROGRAM})\\b)|\\b(?:curl|wget)\\b[^\\n|]{0,200}\\|\\s*(?:sudo\\s+)?(?:ba|z)?sh\\b|(?:请|必须|需要|立即|然后)?(?:运行|执行|安装)(?:以下|这个|该|下面)?的?(?:命令|脚本|代码|程序)`,
      'im',
    ),
  ],
  [
    'send',
    /(?:^|[.!?:;,]\s+|\b(?:please|then|now|must|should|always|and)\s+)(?:send|post|upload|forward|email|exfiltrate|transmit|leak|submit)\b.{0,80}\b(?:to|at|into)\b.{0,40}(?:https?:|@|\burl\b|\bserver\b|\bwebhook\b|\bendpoint\b|\baddress\b)|(?:发送|上传|转发|提交|泄露).{0,30}(?:到|至|给).{0,20}(?:https?:|@|网址|服务器|邮箱|地址)/i,
  ],
  [
    'fetch',
    /(?:^|[.!?:;,]\s+|\b(?:please|then|now|must|should|always|and)\s+)(?:fetch|download|open|visit|load|browse to|get)\s+(?:\S+\s+){0,6}https?:\/\/|(?:访问|下载|打开|获取).{0,12}https?:\/\//i,
  ],
  [
    'conceal',
    /\b(?:do not|don't|never|without)\s+(?:tell|telling|inform|informing|mention|mentioning|show|showing|reveal|revealing|notify|notifying|ask|asking)\b.{0,24}\b(?:user|human|person|anyone|operator)\b|(?:不要|别|禁止)(?:告诉|通知|提醒|让)(?:用户|任何人|对方)/i,
  ],
  [
    'impersonate',
    /<\/?\s*(?:system|assistant|developer|system-reminder|instructions?|important)\b[^>\n]{0,80}>|^\s*(?:system|assistant|developer)\s*:|\byou are now\b|\bnew (?:system )?instructions?\s*:|你现在是|系统提示[:：]/im,
  ],
]

const MOST = 20

/** Instructions in the text, in order; one of each kind a line. Long lines are read up to 4,000 characters. */
export function findInstructions(text: string): Instruction[] {
  const found: Instruction[] = []
  for (const [at, full] of text.split(/\r\n|\n|\r/).entries()) {
    const line = full.slice(0, 4_000)
    for (const [rule, pattern] of RULES) {
      const match = pattern.exec(line)
      if (match && found.length < MOST)
        found.push({ rule, line: at + 1, text: line.slice(match.index).trim().slice(0, 160) })
    }
  }
  return found
}

/** For changes: what would be held back when it is added cannot come in by changing what is there. */
export function refuseInstructions(texts: readonly string[]): void {
  if (texts.some((text) => findInstructions(text).length > 0))
    throw new MemdirError('refused_content', 'the new text holds instructions; nothing was changed', {
      fix: 'The person can change it with `memdir edit`.',
    })
}
