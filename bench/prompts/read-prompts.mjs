// The sets of this folder, and others of the same kind.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { languageOf } from '../evaluate/read-set.mjs'

const folder = fileURLToPath(new URL('.', import.meta.url))
const README = 'readme'

const readLines = (name) =>
  readFileSync(`${folder}${name}`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const readProject = (name) => ({
  memories: readLines(`${name}.memories.jsonl`),
  prompts: readLines(`${name}.prompts.jsonl`),
})

/** `named`: those alone. */
export function readProjects(named) {
  const names = readdirSync(folder).flatMap((name) => /^(.+)\.prompts\.jsonl$/.exec(name)?.[1] ?? [])
  return names.filter((name) => name !== README && (!named || named.includes(name))).map(readProject)
}

/** The store that the README makes, with prompts that it has no answer to but for those about its two memories. */
export function readReadme() {
  return readProject(README)
}

/** `{stores: {name: [{id, content}]}, queries: [{id, text, own, want, asks}]}`: put to a store that is not its own, nothing answers. */
export function readOtherSet(path) {
  const { stores, queries } = JSON.parse(readFileSync(path, 'utf8'))
  return Object.entries(stores).map(([name, memories]) => ({
    memories: memories.map(({ id, content }) => ({ id, text: content })),
    prompts: queries
      .filter(({ asks }) => asks.includes(name))
      .map(({ id, text, own, want = [] }) => ({
        id: `${name}-${id}`,
        text,
        lang: languageOf(text),
        relevant: own === name ? want : [],
      })),
  }))
}
