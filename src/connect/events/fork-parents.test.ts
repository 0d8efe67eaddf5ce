import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { forkParents } from './fork-parents.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'memdir-fork-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const answer = (tokens: number, more: object = {}) =>
  JSON.stringify({
    type: 'assistant',
    message: { usage: { input_tokens: tokens - 15, cache_read_input_tokens: 10, output_tokens: 5 } },
    ...more,
  })
const transcript = (id: string, ...lines: string[]) =>
  writeFileSync(join(directory, `${id}.jsonl`), `${lines.join('\n')}\n`)
const parents = (more: object) =>
  forkParents(JSON.stringify({ transcript_path: join(directory, 'fork.jsonl'), ...more }))

it('the parent of a fork has as many tokens at its end', () => {
  transcript('one', answer(100), '{"type":"user"}', answer(200), '{"type":"attachment","x":"assistant"}')
  transcript('two', answer(200), answer(300))
  transcript('three', answer(200), answer(900, { isSidechain: true }), 'no "assistant" JSON')
  transcript('fork', answer(200))
  spawnSync('mkfifo', [join(directory, 'pipe.jsonl')])
  expect(parents({ context_tokens: 200 }).sort()).toEqual(['one', 'three'])
  expect(parents({ context_tokens: 300 })).toEqual(['two'])
  expect(parents({ context_tokens: 100 })).toEqual([])
})

it('nothing is guessed where the client says too little', () => {
  transcript('one', answer(0))
  expect([parents({}), forkParents('{'), forkParents('[]'), forkParents('{"context_tokens":0}')]).toEqual([
    [],
    [],
    [],
    [],
  ])
  expect(parents({ context_tokens: 0, transcript_path: '/nowhere/x.jsonl' })).toEqual([])
})

it('a client that knows says it', () => {
  expect(parents({ parent_session_ids: ['a', 5, 'b'] })).toEqual(['a', 'b'])
})
