import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { jobCountsTexts } from '../base/messages/job-words.ts'
import type { JobRun } from '../learn/job.ts'
import { didText } from './describe-job.ts'
import type { Output } from './output.ts'

const say = (language: 'en' | 'zh') =>
  ({ language, say: (text: { en: string; zh: string }) => text[language] }) as unknown as Output
const run = (did: Record<string, number>, more: Partial<JobRun> = {}): JobRun =>
  ({ status: 'done', did, ...more }) as JobRun

describe('what a job did', () => {
  it('has one of a thing in the singular, and words in both languages', () => {
    const did = { turns: 1, notes: 1, candidates: 2, saved: 1, entries: 0 }
    expect(didText(run(did), say('en'))).toBe('1 turn, 1 note, 2 candidates, 1 saved')
    expect(didText(run(did), say('zh'))).toBe('轮次 1，更新笔记 1，候选 2，已保存 1')
    const spent = { calls: 1, tokens: 12, cost: 0 }
    expect(didText(run({}, { spent }), say('en'))).toBe('1 model call (12 tokens, $0.0000)')
  })

  it('is known by every name that jobs count', () => {
    const learn = fileURLToPath(new URL('../learn/', import.meta.url))
    const files = readdirSync(learn, { encoding: 'utf8', recursive: true })
    const source = files
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .map((file) => readFileSync(join(learn, file), 'utf8'))
      .join('\n')
    const names = [...source.matchAll(/log\.did\('([^']+)'/g)].map(([, name = '']) => name)
    const dreamt = [...(/const DREAMT[^}]+/.exec(source)?.[0] ?? '').matchAll(/: '([^']+)'/g)].map(
      ([, name = '']) => name,
    )
    expect(names.length + dreamt.length).toBeGreaterThan(20)
    for (const name of [...names, ...dreamt]) expect(Object.keys(jobCountsTexts)).toContain(name)
  })
})
