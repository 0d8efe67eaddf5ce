// Which skills were called in a conversation, with what, and what they said then. Kept as notes in its log: it survives
// resume, and no compaction clears it.
import type { LogNote } from '../../models/log-line.ts'

export interface InvokedSkill {
  readonly name: string
  readonly arguments?: string
  /** As the model got it. */
  readonly content: string
}

const SKILL_NOTE = 'skill'
/** The newest of each name; more are older than anything that goes on. */
const MOST_KEPT = 100

export interface InvokedSkills {
  /** Oldest first, the last call of each name. */
  readonly all: readonly InvokedSkill[]
  add(skill: InvokedSkill): void
  find(name: string): InvokedSkill | undefined
}

export function createInvokedSkills(
  notes: readonly LogNote[],
  keep: (note: Pick<LogNote, 'kind' | 'data'>) => void,
): InvokedSkills {
  const byName = new Map<string, InvokedSkill>()
  const put = (skill: InvokedSkill) => {
    byName.delete(skill.name)
    byName.set(skill.name, skill)
    const [oldest] = byName.keys()
    if (byName.size > MOST_KEPT && oldest !== undefined) byName.delete(oldest)
  }
  for (const { kind, data } of notes) if (kind === SKILL_NOTE && isInvoked(data)) put(data)
  return {
    get all() {
      return [...byName.values()]
    },
    add(skill) {
      put(skill)
      keep({ kind: SKILL_NOTE, data: skill })
    },
    find: (name) => byName.get(name),
  }
}

function isInvoked(data: unknown): data is InvokedSkill {
  const { name, content, arguments: given } = (data ?? {}) as Partial<InvokedSkill>
  return (
    typeof name === 'string' &&
    typeof content === 'string' &&
    (given === undefined || typeof given === 'string')
  )
}
