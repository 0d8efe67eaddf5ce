// An address with a purpose: what is there, and not only that something is to be looked at once.
import type { Proposal, SaidMessage } from '../extract/proposal.ts'
import type { Sentence } from './clauses.ts'
import { MEMORY_OF } from './rule.ts'
import { asContent, quoteOf } from './statement.ts'

const URL = /https?:\/\/[^\s<>"'`)\]）】，。]{4,300}/i
/** One pull request, run or comment is a passing matter. */
const PASSING =
  /\/(?:pull|pulls|issues?|commits?|compare|actions\/runs|merge_requests|blob|tree|jobs?|runs|builds|checks|releases\/tag)\/|#(?:issuecomment|discussion|L\d)|[?&](?:q|search)=|localhost|127\.0\.0\.1/i
const PURPOSE =
  /(?:\b(?:our|the|my|all|team['’]?s?)\b[^.?]{2,80}\b(?:is|are|lives?|can be found|(?:is|are) (?:at|in|on|tracked|hosted|documented|kept)|runs?|sits?)\b[^.?]{0,40}$|^(?:our |the |my |project )?(?:[\w-]+ ){0,3}(?:docs?|documentation|dashboard|board|tracker|repo|repository|wiki|staging|production|runbook|designs?|mockups|logs|metrics|status page|calendar|api|portal|channel|registry|homepage|website|site)(?: url| link)?:\s*$|\b(?:we|i) (?:track|keep|store|host|document|log|file|publish|deploy)\b[^.?]{2,80}$|^use\s*$)|(?:的?(?:地址|链接|网址|文档|面板|看板|仓库|后台|平台|环境|入口)[^，。？?]{0,8}(?:是|在|为|：|:)\s*|(?:放在|部署在|记录在|跟踪在|在)\s*)$/iu
const PURPOSE_AFTER =
  /^\s*(?:is (?:where|our|the|for)|are (?:where|our|the)|for (?:all|our|the)\b|has (?:our|the|all)\b|是(?:我们|我|项目)|用来|用于)/iu
const LONGEST = 400
const ASKS =
  /\?\s*$|？\s*$|\b(?:check|look at|see|review|read|fix|open|fetch|visit|have a look|take a look|can you|could you|please|let['’]s|why)\b|看(?:一?下|看)|检查|打开|修/i

export function proposePlace(sentence: Sentence, message: SaidMessage): Proposal | undefined {
  const found = URL.exec(sentence.text)
  if (!found || PASSING.test(found[0]) || ASKS.test(sentence.text.replace(found[0], ''))) return undefined
  const before = sentence.text.slice(0, found.index)
  const after = sentence.text.slice(found.index + found[0].length)
  if (!PURPOSE.test(before) && !PURPOSE_AFTER.test(after)) return undefined
  const content = asContent(sentence.text)
  if (content.length > LONGEST) return undefined
  const memory = MEMORY_OF.place
  return {
    content,
    tier: 'write',
    reason: 'place',
    quote: quoteOf(message.text, sentence.start, sentence.start + sentence.text.length),
    message: message.id,
    type: memory.type,
    kind: memory.kind,
    importance: memory.importance,
    confidence: 0.85,
  }
}
