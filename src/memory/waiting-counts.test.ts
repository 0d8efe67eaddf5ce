import { existsSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { describeSaved } from '../learn/saved-notices.ts'
import { waitingPath } from './saved-path.ts'
import { describeWaiting, keepWaiting, markWaitingTold, waitingNews } from './waiting-counts.ts'

const NONE = { candidates: 0, conflicts: 0, doubles: 0, quarantine: 0, imports: 0, proposals: 0 }

it('is news once, by kind, and again where there is more of it', () => {
  const state = temporaryDirectory()
  expect(waitingNews(state)).toBeUndefined()
  keepWaiting(state, { ...NONE, candidates: 3, conflicts: 1 })
  expect(waitingNews(state)).toMatchObject({
    en: 'waiting for you in `memdir inbox`: perhaps worth keeping 3, likely conflicts 1',
    zh: '`memdir inbox` 中等待您处理：可能值得保留 3、疑似冲突 1',
  })
  markWaitingTold(state)
  expect(waitingNews(state)).toBeUndefined()
  keepWaiting(state, { ...NONE, candidates: 3, conflicts: 1 })
  expect(waitingNews(state)).toBeUndefined()
  keepWaiting(state, { ...NONE, candidates: 3, conflicts: 2 })
  expect(waitingNews(state)?.en).toContain('likely conflicts 2')
  // Answered down to one: the next one is news, though there were more before.
  markWaitingTold(state)
  keepWaiting(state, { ...NONE, candidates: 1 })
  expect(waitingNews(state)).toBeUndefined()
  keepWaiting(state, { ...NONE, candidates: 2 })
  expect(waitingNews(state)?.en).toContain('perhaps worth keeping 2')
  keepWaiting(state, { ...NONE, candidates: 5 }, true)
  expect(waitingNews(state)).toBeUndefined()
  keepWaiting(state, NONE)
  expect([existsSync(waitingPath(state)), describeWaiting(NONE)]).toEqual([false, undefined])
})

it('says nothing where the file is damaged', () => {
  const state = temporaryDirectory()
  for (const text of [
    '',
    '{',
    '[]',
    '{"v":2,"counts":{"candidates":3}}',
    '{"v":1,"counts":{"candidates":"x"}}',
  ]) {
    writeFileSync(waitingPath(state), text)
    expect(waitingNews(state)).toBeUndefined()
  }
})

it('what was learnt is said in words, short, each file once', () => {
  expect(describeSaved([])).toBeUndefined()
  expect(
    describeSaved([
      { file: 'a.md', name: 'Use tabs' },
      { file: 'a.md', name: 'Use tabs' },
    ]),
  ).toMatchObject({
    en: 'saved from what you said: “Use tabs” (a.md)',
    zh: '已从您的话中保存：“Use tabs”（a.md）',
  })
  const many = ['a', 'b', 'c', 'd', 'e'].map((file) => ({ file: `${file}.md`, name: '字'.repeat(80) }))
  const { en, zh } = describeSaved(many)!
  expect(en).toMatch(/^saved from what you said: “字{59}…” \(c\.md\), .*\(e\.md\), and 2 more$/)
  expect(zh).toContain('另有 2 条')
})
