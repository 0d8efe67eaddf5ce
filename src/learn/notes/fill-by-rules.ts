// Notes without a model: what rules found, below the headings where it belongs. What stands there already stays.

import { NOTES_TOKENS, notesTokens, SECTION_TOKENS } from './notes-budget.ts'
import { type AskedStep, cut, type NotesFacts, sentencesOf } from './notes-facts.ts'
import { type NotesSection, PRINTED, renderSections, sectionsOf, separatePrinted } from './notes-template.ts'

type Part = 'title' | 'state' | 'task' | 'files' | 'workflow' | 'errors' | 'learnings' | 'worklog'

/** Headings of the default template, and what others call the same; a part without a heading goes to the last one. */
const HEADINGS: Record<Part, RegExp> = {
  title: /title|标题|主题/i,
  state: /current|state|status|当前|状态/i,
  task: /task|spec|goal|任务|目标|需求/i,
  files: /files?\b|functions|文件/i,
  workflow: /workflow|commands|工作流|流程|命令/i,
  errors: /error|correction|错误|纠正/i,
  learnings: /learning|lesson|经验|教训/i,
  worklog: /worklog|log\b|日志|记录/i,
}
/** Written anew each time; of the others older lines stay. */
const REPLACED: ReadonlySet<Part> = new Set(['state'])

/** `template`: the one in force. `notes`: what there is, in its form. */
export function fillByRules(template: string, notes: string, facts: NotesFacts): string {
  const wanted = sectionsOf(template)
  const sections = sectionsOf(notes, wanted)
  const lines = linesOf(facts)
  const places = placesOf(sections)
  const filled = sections.map((section, at) => fillSection(section, at, { lines, places }))
  return renderSections(shorten(filled))
}

/** `printed`: what tools printed, below the errors. */
type Lines = Record<Part | 'printed', readonly string[]>

/** By section: the parts that go there. A section takes the first part that its heading fits. */
function placesOf(sections: readonly NotesSection[]): Map<number, Part[]> {
  const places = new Map<number, Part[]>()
  const taken = new Set<number>()
  const last = sections.length - 1
  for (const part of Object.keys(HEADINGS) as Part[]) {
    const at = sections.findIndex(({ heading }, index) => !taken.has(index) && HEADINGS[part].test(heading))
    if (at >= 0) taken.add(at)
    const place = at >= 0 ? at : last
    places.set(place, [...(places.get(place) ?? []), part])
  }
  return places
}

function fillSection(
  section: NotesSection,
  at: number,
  { lines, places }: { lines: Lines; places: Map<number, Part[]> },
): NotesSection {
  let { body } = section
  for (const part of places.get(at) ?? []) {
    if (part === 'title' && body !== '') continue
    const given = lines[part]
    const printed = part === 'errors' ? lines.printed : []
    if (given.length === 0 && printed.length === 0) continue
    body = REPLACED.has(part) ? given.join('\n') : joined(body, given, printed)
  }
  return body === section.body ? section : { ...section, body }
}

/** Each line once; a file or command that is there already is written with what is known now. */
function joined(body: string, lines: readonly string[], printed: readonly string[] = []): string {
  const before = separatePrinted(body)
  return shortened(
    withPrinted(mergedLines(before.said, lines), mergedLines(before.printed, printed)),
    SECTION_TOKENS,
  )
}

function mergedLines(body: string, lines: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const line of body === '' ? [] : body.split('\n')) known.set(keyOf(line), line)
  for (const line of lines) {
    known.delete(keyOf(line))
    known.set(keyOf(line), line)
  }
  return [...known.values()]
}

function withPrinted(said: readonly string[], printed: readonly string[]): string {
  return [...said, ...(printed.length > 0 ? [PRINTED, ...printed] : [])].join('\n')
}

/** The line above what tools printed stays. */
function shortened(body: string, tokens: number): string {
  const { said, printed } = separatePrinted(body)
  if (printed === '') return newestLines(body.split('\n'), tokens).join('\n')
  const half = (text: string) => (text === '' ? [] : newestLines(text.split('\n'), tokens / 2))
  return withPrinted(half(said), half(printed))
}

function keyOf(line: string): string {
  return /^- `[^`]+`/.exec(line)?.[0] ?? line
}

/** The newest lines stay, and the first: it says what all of it is about. */
function newestLines(lines: readonly string[], tokens: number): readonly string[] {
  let room = tokens * 4
  const [first = '', ...rest] = lines
  room -= first.length + 1
  let from = rest.length
  while (from > 0 && room >= (rest[from - 1]?.length ?? 0) + 1) room -= (rest[--from]?.length ?? 0) + 1
  return from === 0 ? lines : [first, ...rest.slice(from)]
}

/** All of them within the budget: the longest give way first. */
function shorten(sections: readonly NotesSection[]): readonly NotesSection[] {
  let kept = [...sections]
  for (
    let budget = SECTION_TOKENS;
    budget > 50 && notesTokens(renderSections(kept)) > NOTES_TOKENS;
    budget *= 0.8
  )
    kept = kept.map((section) =>
      notesTokens(section.body) <= budget ? section : { ...section, body: shortened(section.body, budget) },
    )
  return kept
}

const TITLE_WORDS = 10
const TITLE_MOST = 80

function linesOf(facts: NotesFacts): Lines {
  const { steps, files, commands } = facts
  const times = (count: number) => (count === 1 ? '' : ` (${count}×)`)
  return {
    title: titlesOf(steps).slice(0, 1),
    state: stateOf(facts),
    task: steps.map(({ asked }) => `- ${asked}`),
    files: [...files].map(
      ([path, { reads, changes }]) =>
        `- \`${path}\`: ${[changes > 0 ? `changed${times(changes)}` : '', reads > 0 ? `read${times(reads)}` : ''].filter(Boolean).join(', ')}`,
    ),
    workflow: [...commands].map(([command, { runs, failures }]) => {
      const failed = failures > 0 ? `, failed${times(failures)}` : ''
      return `- \`${command.replaceAll('`', "'")}\`: run${times(runs)}${failed}`
    }),
    errors: facts.corrections.map((line) => `- The user corrected: ${line}`),
    printed: facts.errors.map((line) => `> ${line}`),
    learnings: facts.standing.map((line) => `- The user: ${line}`),
    worklog: steps.map(worklogLine),
  }
}

/** What the person wanted first; where they only pasted something, how that begins. */
function titlesOf(steps: readonly AskedStep[]): string[] {
  const words = [...steps.map(({ typed }) => typed), ...steps.map(({ asked }) => asked)]
  return words.map(titleOf).filter((title) => title !== '')
}

/** The first words. Without marks that would make it more than words. */
function titleOf(asked: string): string {
  const plain = asked.replace(/^[^\p{L}\p{N}]+/u, '')
  const [sentence = ''] = sentencesOf(plain)
  const words = sentence.split(' ')
  return cut(words.slice(0, TITLE_WORDS).join(' '), TITLE_MOST) + (words.length > TITLE_WORDS ? '…' : '')
}

function stateOf({ steps, answer, tasks }: NotesFacts): string[] {
  const last = steps.at(-1)
  const open = tasks.filter(({ status }) => status !== 'completed' && status !== 'done')
  return [
    ...(last ? [`Asked last: ${last.asked}`] : []),
    // Quoted, so that its headings and code blocks are not those of the notes.
    ...(answer === '' ? [] : ['The agent said last:', ...quoted(answer)]),
    ...open.map(({ text, status }) => `- [ ] ${text}${status === 'in_progress' ? ' (in progress)' : ''}`),
  ]
}

function quoted(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [`> ${line.trimEnd()}`]))
}

const WORKLOG_ASKED = 120

function worklogLine({ asked, time, calls, failures, changed }: AskedStep): string {
  const files = [...changed].map((path) => path.split(/[\\/]/).at(-1)).slice(0, 5)
  const did = [
    calls > 0 ? `${calls} tool calls` : '',
    failures > 0 ? `${failures} failed` : '',
    files.length > 0 ? `changed ${files.join(', ')}${changed.size > 5 ? ', …' : ''}` : '',
  ].filter((part) => part !== '')
  const when = time === '' ? '' : `${time.slice(0, 16).replace('T', ' ')} `
  return `- ${when}${cut(asked, WORKLOG_ASKED)}${did.length > 0 ? ` → ${did.join(', ')}` : ''}`
}
