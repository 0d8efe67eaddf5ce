// What is given back after a compaction, because the work goes on with it: files read last, skills, plan, tasks, and
// which agents run in the background. Chosen here; read by whoever has the disk.
import { type AgentText, joinLines, joinTexts, NO_TEXT, own } from '../../base/text/agent-text.ts'
import { fencedText, quoteLine } from '../../base/text/inert-text.ts'
import { contentHash } from '../../base/values/hash.ts'
import type { TaskWork } from '../../models/tool-work.ts'
import { RESTORED_FILE, RESTORED_FILES, RESTORED_SKILL, RESTORED_SKILLS } from './context-settings.ts'
import { startOfText } from './kept-words.ts'
import { budgetBytes, textBytes } from './sizes.ts'
import type { FileWork, SkillWork, WorkRecord } from './work-record.ts'

/** How to read what is to be restored; undefined where it is gone. */
export interface Restorer {
  file(path: string): string | undefined | Promise<string | undefined>
  /** The hash of the content that the conversation has seen last, where it is known. */
  readHash?(path: string): string | undefined
  skill(skill: SkillWork): string | undefined | Promise<string | undefined>
  /** Where the conversation keeps its plan outside of the messages. */
  plan?(): string | undefined | Promise<string | undefined>
  /** Where the conversation keeps its tasks outside of the messages. */
  tasks?(): readonly TaskWork[]
  /** Work of skills that the record of the messages does not know. Newest first. */
  skills?(): readonly SkillWork[]
}

interface RestoredFile {
  readonly path: string
  readonly text: string
  readonly cut: boolean
  /** It is not what the conversation has seen. */
  readonly changed?: true
}

export interface Restored {
  readonly files: readonly RestoredFile[]
  readonly skills: readonly { readonly name: string; readonly text: string; readonly cut: boolean }[]
  readonly plan?: string
  /** As the conversation keeps them; left out: as the messages say. */
  readonly tasks?: readonly TaskWork[]
}

export const NOTHING_RESTORED: Restored = { files: [], skills: [] }

/** `visible`: paths whose content the kept messages show already. */
export async function restore(
  work: WorkRecord,
  restorer: Restorer,
  { files = true, visible = new Set<string>() }: { files?: boolean; visible?: ReadonlySet<string> } = {},
): Promise<Restored> {
  const wanted = files ? work.files.filter(({ path, read }) => read && !visible.has(path)) : []
  const plan = (await restorer.plan?.()) ?? work.plan
  return {
    files: await readFiles(wanted, restorer),
    skills: await readSkills(allSkills(work, restorer), restorer),
    ...(restorer.tasks && { tasks: restorer.tasks() }),
    ...(plan !== undefined && { plan: cutPlan(plan) }),
  }
}

/** What was called according to the conversation itself comes first: it knows arguments and order. */
function allSkills(work: WorkRecord, restorer: Restorer): SkillWork[] {
  const kept = restorer.skills?.() ?? []
  const names = new Set(kept.map(({ name }) => name))
  return [...kept, ...work.skills.filter(({ name }) => !names.has(name))]
}

function cutPlan(plan: string): string {
  const { text, cut } = cutTo(plan, budgetBytes(RESTORED_FILE))
  return cut ? `${text}\n[cut here]` : text
}

async function readFiles(wanted: readonly FileWork[], restorer: Restorer): Promise<Restored['files']> {
  const read: RestoredFile[] = []
  for (const { path } of wanted) {
    if (read.length === RESTORED_FILES) break
    const content = await restorer.file(path)
    if (content === undefined) continue
    const seen = restorer.readHash?.(path)
    const changed = seen !== undefined && seen !== contentHash(content)
    read.push({ path, ...cutTo(content, budgetBytes(RESTORED_FILE)), ...(changed && { changed }) })
  }
  return read
}

async function readSkills(wanted: readonly SkillWork[], restorer: Restorer): Promise<Restored['skills']> {
  const read: { name: string; text: string; cut: boolean }[] = []
  let left = budgetBytes(RESTORED_SKILLS)
  for (const skill of wanted) {
    const content = await restorer.skill(skill)
    if (content === undefined) continue
    const part = cutTo(content, Math.min(budgetBytes(RESTORED_SKILL), left))
    if (part.text === '') break
    left -= textBytes(part.text)
    read.push({ name: skill.name, ...part })
  }
  return read
}

function cutTo(content: string, bytes: number): { text: string; cut: boolean } {
  const text = startOfText(content, Math.max(0, bytes))
  return { text, cut: text.length < content.length }
}

const MOST_LISTED = 40
/** As different agents say it. */
const DONE: ReadonlySet<string> = new Set(['done', 'completed'])

/** As a part of the message that replaces what was dropped. Product text. */
export function restoredText(work: WorkRecord, restored: Restored): AgentText {
  const changed = work.files.filter((file) => file.changed).map(({ path }) => path)
  const read = work.files.filter((file) => !file.changed).map(({ path }) => path)
  const tasks = restored.tasks ?? work.tasks
  const open = tasks.filter(({ status }) => !DONE.has(status))
  const done = tasks.length - open.length
  const parts = [
    listed(own`Files changed in this conversation:`, changed),
    listed(own`Files read:`, read),
    restored.plan ? fencedText('restored', restored.plan, 'The active plan') : NO_TEXT,
    tasks.length > 0
      ? joinLines([
          own`Tasks (${done} done, not to be done again):`,
          ...open.map(({ text, status }) => quoteLine(`[${status}] ${text}`)),
        ])
      : NO_TEXT,
    work.agents.length > 0
      ? joinLines([
          own`Agents started in the background; one that has not reported yet may still run:`,
          ...work.agents.map(({ id, name, task }) => quoteLine(`${name} (${id}): ${task}`)),
        ])
      : NO_TEXT,
    ...restored.skills.map(({ name, text, cut }) => whole(`The skill ${name}, as it was called`, text, cut)),
    ...restored.files.map(({ path, text, cut, changed }) =>
      whole(`${path}, as it is now${changed ? '; it has changed since it was read' : ''}`, text, cut),
    ),
  ]
  return joinTexts(parts, '\n\n')
}

function listed(heading: AgentText, paths: readonly string[]): AgentText {
  if (paths.length === 0) return NO_TEXT
  const more = paths.length > MOST_LISTED ? [own`and ${paths.length - MOST_LISTED} more`] : []
  return joinLines([heading, ...paths.slice(0, MOST_LISTED).map(quoteLine), ...more])
}

function whole(heading: string, text: string, cut: boolean): AgentText {
  return fencedText('restored', cut ? `${text}\n[cut here]` : text, heading)
}
