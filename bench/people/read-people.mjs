// Stores of invented people with what they ask: <project>.memories.jsonl {id, content, lang?, type?, when?, whenOther?} and
// <project>.prompts.jsonl {id, text, lang?, kind?, relevant, also?}. `relevant` is wanted, `also` counts neither way.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMemoryType } from '../../dist/memory/memory.js'
import { makeFillers } from '../evaluate/fillers.mjs'
import { languageOf } from '../evaluate/read-set.mjs'

/** `when: false`: without the memories' situations. */
export function readPeople(directory, { when }) {
  return readdirSync(directory).flatMap((file) => {
    const name = /^(.+)\.memories\.jsonl$/.exec(file)?.[1]
    if (name === undefined) return []
    const memories = readLines(join(directory, file)).map((memory) => asMemory(name, memory, when))
    const prompts = readLines(join(directory, `${name}.prompts.jsonl`)).map((prompt) =>
      asPrompt(name, prompt),
    )
    return [{ name, memories, prompts }]
  })
}

/** Ids are a project's own: two projects may share a store. */
function asMemory(project, { id, content, text = content, type, when, whenOther }, withWhen) {
  const situations = [when, whenOther].flat().filter((one) => typeof one === 'string' && one !== '')
  return {
    id: `${project}/${id}`,
    text,
    ...(isMemoryType(type) && { type }),
    ...(withWhen && situations.length > 0 && { when: situations }),
  }
}

function asPrompt(project, { id, text, lang = languageOf(text), kind = 'all', relevant = [], also = [] }) {
  const own = (ids) => ids.map((one) => `${project}/${one}`)
  return { id: `${project}/${id}`, text, lang, kind, relevant: own(relevant), also: own(also) }
}

/** With `size`: so many memories, first those of the other projects. */
export function filledUp({ name, memories }, projects, size) {
  if (size === undefined) return memories
  const others = projects.flatMap((project) => (project.name === name ? [] : project.memories))
  const known = [...memories, ...others].slice(0, Math.max(size, memories.length))
  return [...known, ...makeFillers(Math.max(0, size - known.length), 1)]
}

function readLines(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
}
