// The sets that judging is fitted on: invented projects with their memories and prompts, by author, and prompts that people
// really typed. Of a set that is not there nothing is fitted.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { languageOf } from '../../bench/evaluate/read-set.mjs'

const OWN = fileURLToPath(new URL('../../bench/prompts/', import.meta.url))
const REAL = fileURLToPath(new URL('./real/', import.meta.url))

/** `{author, projects: [{name, memories, prompts}]}`: the projects of one author may share a store. */
export function readFamilies(data, authors = []) {
  return [
    { author: 'own', projects: [...readProjects(OWN), ...readProjects(join(OWN, 'tune'))] },
    { author: 'fit', projects: readStores(join(data, 'recall/fit.json')) },
    { author: 'people', projects: readProjects(join(data, 'people')) },
    { author: 'five', projects: readProjects(join(data, 'recall/five')) },
    ...authors.map((directory) => ({
      author: directory.split('/').at(-1),
      projects: readProjects(directory),
    })),
  ].filter(({ projects }) => projects.length > 0)
}

/** `<project>.memories.jsonl` and `<project>.prompts.jsonl` of a directory. */
export function readProjects(directory) {
  if (!existsSync(directory)) return []
  return readdirSync(directory).flatMap((file) => {
    const name = /^(.+)\.memories\.jsonl$/.exec(file)?.[1]
    if (name === undefined || name === 'readme') return []
    const memories = readLines(join(directory, file)).map((memory) => asMemory(name, memory))
    const prompts = readLines(join(directory, `${name}.prompts.jsonl`)).map((prompt) =>
      asPrompt(name, prompt),
    )
    return [{ name, memories, prompts }]
  })
}

function asMemory(project, { id, text, content = text, when, whenOther }) {
  const situations = [when, whenOther].flat().filter((one) => typeof one === 'string' && one !== '')
  return { id: `${project}/${id}`, text: content, when: situations }
}

function asPrompt(
  project,
  { id, text, lang = languageOf(text), kind, relevant = [], also = [], half, sentences, hard },
) {
  const own = (ids) => ids.map((one) => `${project}/${one}`)
  // Of our own the hard ones without an answer are near misses, nearly all.
  const isNear = kind === 'near' || (hard === true && relevant.length === 0)
  const family = relevant.length > 0 ? 'answer' : isNear ? 'near' : 'nothing'
  return {
    id: `${project}/${id}`,
    text,
    lang,
    kind: kind ?? sentences ?? 'all',
    family,
    half,
    relevant: own(relevant),
    also: own(also),
  }
}

/** `{stores: {name: [{id, content}]}, queries: [{text, own, want}]}`; what belongs to no store goes to each in turn. */
function readStores(path) {
  if (!existsSync(path)) return []
  const { stores, queries } = JSON.parse(readFileSync(path, 'utf8'))
  const names = Object.keys(stores)
  const of = (name) => queries.filter(({ own }, index) => (own ?? names[index % names.length]) === name)
  return names.map((name) => ({
    name,
    memories: stores[name].map((memory) => asMemory(name, memory)),
    prompts: of(name).map(({ id, text, want }) => asPrompt(name, { id, text, relevant: want })),
  }))
}

/**
 * Prompts that people typed, with a store about what they worked on, which was written for this fit: nearly all of them
 * need nothing, and no mark says which do. By conversation, so that halves share none.
 */
export function readReal(data) {
  const sources = {
    entire: () =>
      readLines(join(data, 'writing/coding.all-prompts.jsonl.gz')).map(({ id, text, group }) => ({
        id,
        text,
        group,
      })),
    ...Object.fromEntries(
      ['spec08', 'spec09'].map((source) => [
        source,
        () =>
          readLines(join(data, 'hearing/real-prompts.jsonl.gz'))
            .filter(({ src }) => src === source)
            .map(({ id, text }, at) => ({ id, text, group: `${source}-${at >> 5}` })),
      ]),
    ),
  }
  return Object.entries(sources).flatMap(([name, prompts]) => {
    const path = join(REAL, `${name}.memories.jsonl`)
    if (!existsSync(path)) return []
    const memories = readLines(path).map((memory) => asMemory(name, memory))
    return [
      {
        name,
        memories,
        prompts: prompts().map((one) => ({
          ...one,
          lang: languageOf(one.text),
          kind: 'real',
          family: 'real',
          relevant: [],
          also: [],
        })),
      },
    ]
  })
}

function readLines(path) {
  if (!existsSync(path)) return []
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
}
