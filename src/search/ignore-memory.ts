// Whether a prompt asks to leave memory aside, or to use it again. Whoever attaches, hints or tells asks here. An order
// to the agent counts, in English and Chinese; what is said about memory (leaks, how it works, a quotation) does not.

import { simplifiedOf } from '../base/terms/traditional.ts'
import { once } from '../base/values/once.ts'
import { CHINESE_RULES, ENGLISH_RULES, type WishRules } from './recall/ignore-rules.ts'

/** For this message; for the conversation until told otherwise; or it may be used again. */
export type MemoryWish = 'ignore-message' | 'ignore-conversation' | 'use-again'

/** Most prompts have none of these words, and cost no more than this. */
const ABOUT_MEMORY =
  /memor(?:y|ies)|memdir|remember|recall|conversation|session|chat|talked|spoken|worked|\bmet\b|know|记忆|記憶|记得|記得|记住|記住|记下|的记|记的|失忆|失憶|对话|對話|会话|會話|聊|见|見|认识|認識/i

/** An order stands where a message begins or ends, not within what somebody has pasted between. */
const ENDS = 1_500

const englishRules = once(ENGLISH_RULES)
const chineseRules = once(CHINESE_RULES)

/** The last that the prompt asks for. */
export function memoryWish(prompt: string): MemoryWish | undefined {
  if (!ABOUT_MEMORY.test(prompt)) return undefined
  let wish: MemoryWish | undefined
  for (const sentence of sentencesOf(prompt)) wish = wishIn(sentence)?.wish ?? wish
  return wish
}

/** What a conversation is to do from here on, after these messages of the person: leave memory aside, or use it. */
export function isIgnoring(prompts: readonly string[]): boolean {
  const lasting = prompts.map(memoryWish).filter((wish) => wish !== undefined && wish !== 'ignore-message')
  return lasting.at(-1) === 'ignore-conversation'
}

/** Whether nothing is attached to the last of these messages. */
export function leavesMemoryAside(prompts: readonly string[]): boolean {
  return memoryWish(prompts.at(-1) ?? '') === 'ignore-message' || isIgnoring(prompts)
}

/** `rule`: the name of what it was known by. */
export function wishIn(sentence: string): { wish: MemoryWish; rule: string } | undefined {
  let found: { wish: MemoryWish; rule: string } | undefined
  for (const given of clausesOf(sentence)) {
    if (!ABOUT_MEMORY.test(given)) continue
    const isChinese = /[\u4e00-\u9fff]/.test(given)
    const clause = isChinese ? inChinese(given) : given
    const { again, ignore } = isChinese ? chineseRules() : englishRules()
    const used = find(again, clause, sentence)
    const left = used ?? find(ignore, clause, sentence)
    if (used) found = { wish: 'use-again', rule: used }
    else if (left) {
      const isLasting = (isChinese ? CHINESE_LASTING : LASTING).test(sentence)
      found = { wish: isLasting ? 'ignore-conversation' : 'ignore-message', rule: left }
    }
  }
  return found
}

/** Who mixes the languages says 不要用 memory. */
function inChinese(clause: string): string {
  return clause.replace(/\s*\bmemor(?:y|ies)\b\s*/g, '记忆').replace(/\s*\bignore\b\s*/g, '忽略')
}

function find(rules: WishRules['ignore'], clause: string, sentence: string): string | undefined {
  return rules.find(({ words }) => {
    const match = words.exec(clause)
    return match !== null && !isMention(clause, match.index) && !isMachines(match[0], sentence)
  })?.name
}

/** Without code and quotations: they say what somebody else says. */
export function sentencesOf(prompt: string): string[] {
  const ends = prompt.length > 2 * ENDS ? [prompt.slice(0, ENDS), prompt.slice(-ENDS)] : [prompt]
  return simplified(ends.join('\n').replaceAll('’', "'").toLowerCase())
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/^\s*>.*$/gm, '\n')
    .replace(/`[^`\n]*`|"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|(?<!\w)'[^'\n]*'(?!\w)/g, ' \u0001 ')
    .split(/(?<=[!?。！？])|\.(?=\s|$)|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

function simplified(text: string): string {
  return text.replace(/[\u4e00-\u9fff]/g, (character) =>
    String.fromCharCode(simplifiedOf(character.charCodeAt(0))),
  )
}

/** What somebody says, types or writes is behind a colon, too. */
const SAYING =
  /(?:\b(?:says?|said|types?|typed|writes?|message|title|named?|called|prompts?|text|example|e\.g|like|commit|todo|input)|说|输入|提示词?|例如|比如|写着|名为|叫|文案|标题)\s*[:：]$/

function clausesOf(sentence: string): string[] {
  const parts = sentence.split(/(?<=[,;，；、—–]|[:：](?=\D))|(?=[(（])|(?<=[)）])|\s-\s/)
  return parts.flatMap((part, at) =>
    SAYING.test(parts[at - 1] ?? '') ? [] : [part.replace(/^[\s(（\-*•]+|[\s,;，；、:：—–)）]+$/g, '')],
  )
}

/** A question about memory, or what somebody else does with it: no order. */
function isMention(clause: string, at: number): boolean {
  const isQuestion =
    /(?:吗|么|呢|没有)[\s?？]*$/.test(clause) && !/能不能|可不可以|能否|可否|可以/.test(clause)
  return ASKING.test(clause) || OF_OTHERS.test(clause.slice(0, at + 2)) || isQuestion
}

const ASKING =
  /^(?:how|why|what(?!ever)|where|which|who|whose|does|do (?:i|you|we|they|the|users?|agents?)|did|is|are|was|were|has|have|should (?:i|we|it|the|they)|whether|(?:when(?:ever)?|if) (?:the|a|i|we|it|they|users?|somebody|someone|people))\b/
const OF_OTHERS =
  /如何|怎么|怎样|为什么|为何|什么|是否|会不会|是不是|有没有|用户|有人|如果|要是|假如|模型|代码|函数|选项|开关|命令|测试|实现|支持|让(?:它|ai)|(?:^|[^其])[他她它]|机器人|(?:^|[^让])我(?!希望|想|要|们|让|需要|不)/

/** In a sentence about machines "memory" is theirs, unless it is called the agent's. */
function isMachines(words: string, sentence: string): boolean {
  return (
    !/\byour\b|memories|\byou\b|memdir|memory\.md|conversation|session|chat|[\u4e00-\u9fff]/.test(words) &&
    /leak|heap|\bstack|\bram\b|alloc|usage|\b[cg]pu|\boom\b|\bswap|footprint|\bbytes?\b|\b[kmgt]i?b\b|buffer|pointer|\bgarbage|\bgc\b|profil|benchmark|latency|throughput|\blimit|pressure|cach|\bmmap|kernel|container|\bpods?\b|cgroup|thread|barrier|bandwidth|\bdisk|constraint|efficien|complexit|speed|performance|runtime|optimi[sz]|consum|algorithm|in[- ]place|\bsql|lstm|\brnn/.test(
      sentence,
    )
  )
}

const LASTING =
  /\b(?:in|for|during|throughout|within) (?:the (?:rest|remainder) of )?(?:this|the|our)(?: (?:whole|entire|current|present))? (?:conversation|session|chat|thread|discussion)\b|\bfor the (?:rest|remainder) of\b|\bfrom (?:now|here|this point) on|\buntil (?:i|we) |\buntil (?:further notice|told otherwise)|\bunless i |\bgoing forward\b|\bthe (?:whole|entire) (?:conversation|session|chat)\b/
const CHINESE_LASTING =
  /(?:本次|这次|此次|这个|本|整个|这段|这场|当前)(?:的)?(?:对话|会话|聊天|谈话|交谈|讨论)(?!之前|以前|前)|对话(?:全程|期间)|从现在|从此|自此|此后|往后|接下来|以后(?:都|一律|的)|直到我|除非我|在我(?:另行)?(?:说|通知|告诉)|全程/
