// What is no statement in a single prompt but a fact when it comes again: the command that is run, the tracker's project,
// the form of issue keys, the prefix of branches. Only what the person typed counts, never a paste.
//
// The pipeline calls `recurringFacts` for each message that the person typed and keeps what it gives with the candidates,
// hidden (nobody is asked about one command); `findRecurrence` says when it has become a memory.

import { message as fillIn } from '../../base/messages/message.ts'
import { recurringFactsTexts } from '../../base/messages/recurring-facts.ts'
import { typedPassages } from '../../models/typed-messages.ts'
import { isChinese } from '../hearing/clauses.ts'
import { quoteOf } from '../hearing/statement.ts'
import type { SaidMessage } from './proposal.ts'
import type { FactOccurrence } from './recurrence.ts'

/** Programs that run a project's tasks. The second group are words as well: only with a task that is known. */
const COMMAND =
  /(?<![\w/.-])(?:(mise|npm|npx|pnpm|yarn|cargo|gradle|gradlew|mvn|pytest|uv|poetry|tox|nox|bazel|dotnet|composer|deno|turbo|nx|kubectl|terraform|docker compose)|(make|go|just|bun|task|rake))((?: run| exec)?) ([a-z][\w:.-]{1,40})(?: ([a-z][\w:-]{0,30}:[\w:-]{1,30}|\.\/\.\.\.))?/g
const TASK =
  /^(?:test|tests|build|lint|check|fmt|format|dev|start|ci|install|clean|vet|mod|generate|typecheck|deploy|bench|e2e|release|migrate|seed)(?:[:.-]|$)/
const NO_TASK = new Set(
  'is are was fails failed failing and or the to in on for with not does do can will it this that runs ran run has have command commands task tasks works throws issue issues error errors output file files package packages script scripts version'.split(
    ' ',
  ),
)

const TRACKER =
  /\b(linear|jira|asana|trello|youtrack|shortcut|clickup|gitlab|github)\b|(禅道|飞书项目|tapd|云效)/i
const PROJECT =
  /\b(?:project|board)\s{0,3}[:=]\s{0,3}["“]?([A-Z][\w-]{1,30})|\b(?:linear|jira|asana|trello|youtrack|shortcut|clickup) (?:project|board|team) (?:called |named )?["“]?([A-Z][\w-]{1,30})|项目\s{0,3}[:：]?\s{0,3}[“"「]?([A-Z][\w-]{1,30})/gi
const ISSUE_KEY = /(?<![\w/-])([A-Za-z]{2,8})-\d{1,6}(?![\w.-])/g
const NO_KEY =
  /^(?:utf|sha|iso|gpt|rfc|http|es|ecma|md|aes|rsa|covid|gemini|claude|opus|sonnet|haiku|llama|cve|pr|v|step|part|phase|task|option|node|python|day|week|line|top|h|p|x|ipv|base|mp|cp|ws|win)$/i

const BRANCH = /(?<![\w/.@:-])([a-z][a-z0-9]{1,20}\/)([a-z0-9]+(?:-[a-z0-9]+){1,12})(?![\w/.]*\.\w|[\w/])/g
const NO_OWNER =
  /^(?:origin|upstream|docs?|src|lib|cmd|refs|test|tests|app|apps|packages|pkg|bin|etc|usr|home|tmp|var|internal|scripts|node)\/$/
const OF_BRANCHES =
  /\b(?:branch|branches|checkout|check out|rebase|merge|switch|worktree|resume|push|pull)\b|分支|合并|检出/i

export function recurringFacts(said: SaidMessage, conversation: string): FactOccurrence[] {
  if (said.role !== 'user') return []
  const occurrences: FactOccurrence[] = []
  const tracker = trackerOf(said.text)
  for (const passage of typedPassages(said.text)) {
    const add = (kind: FactOccurrence['kind'], subject: string, form: string, at: number, length: number) => {
      if (occurrences.some((known) => known.kind === kind && known.subject === subject)) return
      const quote = quoteAround(passage.text, at, length)
      const content = contentOf({ kind, subject, form, tracker }, isChinese(said.text))
      occurrences.push({ kind, subject, form, content, quote, conversation, time: said.time })
    }
    for (const match of passage.text.matchAll(COMMAND)) {
      const command = commandOf(match)
      if (command) add('command', command.subject, command.form, match.index, match[0].length)
    }
    for (const match of tracker ? passage.text.matchAll(PROJECT) : []) {
      const name = match[1] ?? match[2] ?? match[3] ?? ''
      add('tracker', name.toLowerCase(), name, match.index, match[0].length)
    }
    for (const match of passage.text.matchAll(ISSUE_KEY)) {
      const key = match[1] ?? ''
      if (NO_KEY.test(key) || !tracker) continue
      add('issues', key.toLowerCase(), `${key.toUpperCase()}-`, match.index, match[0].length)
    }
    for (const match of OF_BRANCHES.test(said.text) ? passage.text.matchAll(BRANCH) : []) {
      if (!NO_OWNER.test(match[1] ?? ''))
        add('branch', match[1] ?? '', match[0], match.index, match[0].length)
    }
  }
  return occurrences
}

function commandOf([, program, word, run = '', task = '', rest]: RegExpExecArray) {
  const name = program ?? word ?? ''
  if (NO_TASK.has(task) || (word !== undefined && run === '' && !TASK.test(task))) return undefined
  const end = task.replace(/[.:]+$/, '')
  const form = `${name}${run} ${end}${rest ? ` ${rest}` : ''}`
  return { form, subject: form.replace(/ (?:run|exec) /, ' ') }
}

function trackerOf(text: string): string | undefined {
  const found = TRACKER.exec(text)?.[0]
  return found === undefined ? undefined : found.charAt(0).toUpperCase() + found.slice(1).toLowerCase()
}

function contentOf(
  {
    kind,
    subject,
    form,
    tracker = '',
  }: Pick<FactOccurrence, 'kind' | 'subject' | 'form'> & { tracker?: string },
  chinese: boolean,
): string {
  const filled =
    kind === 'command'
      ? fillIn(recurringFactsTexts.commandInUse, { form })
      : kind === 'tracker'
        ? fillIn(recurringFactsTexts.issuesInProject, { tracker, form })
        : kind === 'issues'
          ? fillIn(recurringFactsTexts.issueKeys, { tracker, form })
          : fillIn(recurringFactsTexts.branchPrefix, { subject, form })
  return filled[chinese ? 'zh' : 'en']
}

/** The line that it stands in, or the words around it. */
function quoteAround(text: string, at: number, length: number): string {
  return text.length <= 300 ? text.trim() : quoteOf(text, Math.max(0, at - 100), at + length + 100)
}
