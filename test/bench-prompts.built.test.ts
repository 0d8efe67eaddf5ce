// The prompts by which recall is measured keep to the rules that their README states.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeFillers } from '../bench/evaluate/fillers.mjs'

interface Prompt {
  id: string
  text: string
  lang: 'en' | 'zh' | 'mixed'
  sentences: 'one' | 'several'
  relevant: string[]
  half: 'tune' | 'hold'
  /** Added later, for tuning only. */
  hard?: true
}

const folder = fileURLToPath(new URL('../bench/prompts/', import.meta.url))
const read = <T>(ending: string): T[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending) && !name.startsWith('readme'))
    .flatMap((name) => readFileSync(`${folder}${name}`, 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as T)

const memories = read<{ id: string; text: string }>('.memories.jsonl')
const prompts = read<Prompt>('.prompts.jsonl')
const count = (wanted: Partial<Prompt>, answered?: boolean) =>
  prompts.filter(
    (prompt) =>
      Object.entries(wanted).every(([key, value]) => prompt[key as keyof Prompt] === value) &&
      (answered === undefined || prompt.relevant.length > 0 === answered),
  ).length

test('there are enough, each once, and every answer is a memory', () => {
  expect(memories.length).toBeGreaterThanOrEqual(200)
  expect(prompts.length).toBeGreaterThanOrEqual(400)
  const ids = new Set(memories.map(({ id }) => id))
  expect(new Set(prompts.map(({ id }) => id)).size).toBe(prompts.length)
  for (const { relevant, id, lang, text } of prompts) {
    expect(relevant.length, id).toBeLessThanOrEqual(1)
    expect(
      relevant.every((one) => ids.has(one)),
      id,
    ).toBe(true)
    expect(/\p{Script=Han}/u.test(text), id).toBe(lang !== 'en')
  }
})

test('half have no answer, and tuning and holding out are alike', () => {
  const unanswered = count({}, false)
  expect(Math.abs(unanswered / prompts.length - 0.5)).toBeLessThan(0.03)
  for (const lang of ['en', 'zh', 'mixed'] as const)
    for (const sentences of ['one', 'several'] as const)
      for (const answered of [true, false]) {
        const [tune, hold] = (['tune', 'hold'] as const).map((half) =>
          count({ lang, sentences, half }, answered),
        )
        expect(hold, `${lang} ${sentences} ${answered}`).toBeGreaterThanOrEqual(9)
        // Harder ones were added for tuning only.
        const added = count({ lang, sentences, half: 'tune', hard: true }, answered)
        expect(Math.abs(tune! - added - hold!), `${lang} ${sentences} ${answered}`).toBeLessThanOrEqual(3)
      }
})

test('no filler answers a prompt: each is about a component that no prompt or memory names', () => {
  const said = [...memories, ...prompts].map(({ text }) => text.toLowerCase()).join('\n')
  for (const { text } of makeFillers(3_000, 1)) {
    const [name] = /[a-z]+[-_][a-z]+/i.exec(text) ?? ['']
    expect(name).not.toBe('')
    expect(said).not.toContain(name.toLowerCase())
  }
})
