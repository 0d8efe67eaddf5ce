// A memory directory as years leave it behind: the same text twice, contradictions, what has expired, pointers to
// nothing, words such as "tomorrow", files that people wrote by hand, and a team's. The same for the same seed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Planted {
  files: Map<string, string>
  doubles: number
  conflicts: number
  expired: number
  dead: number
}

/** Numbers from 0 to 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 0x100000000
  }
}

const SUBJECTS = [
  'The API',
  'The billing service',
  'The nightly build',
  'The search page',
  'The login form',
  'The mail queue',
]
const FACTS = [
  'listens on port',
  'keeps logs for days:',
  'retries requests this often:',
  'has a limit of',
  'needs approvals:',
]
const RULES = [
  'Integration tests use a real database.',
  'Never mock the clock in end-to-end tests.',
  'Commit messages are written in English.',
  'Prefer small pull requests.',
  '提交前先运行格式化。',
  '测试中不使用模拟数据库。',
  '回答先给结论，再给理由。',
  'Keep answers short.',
]
const DATED = [
  'The freeze starts tomorrow.',
  'The demo is due by Friday.',
  '下周四之前完成迁移。',
  'It broke two days ago.',
]
const WHYS = [
  '**Why:** a migration once failed.',
  '**Why:** the auditors asked for it.',
  '**Why:** 上次出过事故。',
]
const TYPES = ['user', 'feedback', 'project', 'reference']
const ORIGINS = ['agent', 'agent', 'agent', 'user', 'reported', undefined]

export function randomMemories(seed: number, count = 14): Planted {
  const random = seeded(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const files = new Map<string, string>()
  const planted: Planted = { files, doubles: 0, conflicts: 0, expired: 0, dead: 0 }
  const add = (body: string, more: { type?: string; expires?: string; origin?: string | undefined } = {}) => {
    const origin = 'origin' in more ? more.origin : pick(ORIGINS)
    const type = more.type ?? pick(TYPES)
    const file = `${type}_${files.size}.md`
    const day = String(1 + Math.floor(random() * 28)).padStart(2, '0')
    const fields = [
      `id: m${seed}x${files.size}`,
      `name: Memory ${files.size}`,
      `description: ${body.slice(0, 60).replace(/[\n:*]/g, ' ')}`,
      `type: ${type}`,
      ...(origin === undefined ? [] : [`source:\n  origin: ${origin}\n  conversation: c${files.size % 3}`]),
      `created: 2026-03-${day}T10:00:00Z`,
      ...(more.expires === undefined ? [] : [`expires: ${more.expires}`]),
    ]
    files.set(file, random() < 0.1 ? `${body}\n` : `---\n${fields.join('\n')}\n---\n${body}\n`)
    return { body, type, file }
  }
  for (let at = 0; at < count; at++) {
    const parts = [
      random() < 0.5 ? `${pick(SUBJECTS)} ${pick(FACTS)} ${Math.floor(random() * 90) + 10}.` : pick(RULES),
    ]
    if (random() < 0.4) parts.push(pick(DATED))
    if (random() < 0.5) parts.push(pick(WHYS))
    const made = add(parts.join(random() < 0.5 ? '\n' : ' '))
    if (random() < 0.25) {
      planted.doubles++
      add(made.body, { type: made.type })
    }
    if (random() < 0.2) {
      planted.conflicts++
      add(made.body.replace(/\d+/, '7'), { type: made.type })
    }
    if (random() < 0.15) {
      planted.expired++
      add(`Only for now: ${made.body}`, { type: made.type, expires: '2026-03-30T00:00:00Z' })
    }
  }
  files.set(
    'team/project_shared.md',
    `---\nname: Shared\ntype: project\n---\n${pick(RULES)}\n${pick(DATED)}\n`,
  )
  files.set('team/MEMORY.md', '- [Shared](project_shared.md) — of everybody\n')
  files.set('MEMORY.md', indexOf([...files.keys()], random, planted))
  return planted
}

function indexOf(files: readonly string[], random: () => number, planted: Planted): string {
  const lines = files
    .filter((file) => !file.includes('/') && random() < 0.8)
    .map((file) => `- [Pointer](${file}) — a hook of somebody`)
  for (let at = 0; at < 3; at++) {
    planted.dead++
    lines.splice(Math.floor(random() * lines.length), 0, `- [Gone](gone_${at}.md) — nothing is there`)
  }
  return `# Memory\n\nWords of the person.\n\n${lines.join('\n')}${random() < 0.5 ? '\n' : ''}`
}

export function plantMemories(directory: string, { files }: Planted): void {
  for (const [file, text] of files) {
    mkdirSync(dirname(join(directory, file)), { recursive: true })
    writeFileSync(join(directory, file), text)
  }
}
