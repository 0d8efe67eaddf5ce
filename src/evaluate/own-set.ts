// A labelled set from somebody's own memories: each must be found by a question made of half the words of its
// description, which rules can make without a model. Harder than its own words, easier than a true paraphrase.
import type { Memory } from '../memory/memory.ts'
import type { SetDocument, SetQuery } from './read-set.ts'

export interface LabelledSet {
  corpus: SetDocument[]
  queries: SetQuery[]
}

const GROUP = 'mine'

export function ownSet(memories: readonly Memory[]): LabelledSet {
  const corpus = memories.map(({ id, name, description, content }): SetDocument => {
    return { id, group: GROUP, text: `${name}\n${description ?? ''}\n${content}` }
  })
  const queries = memories.flatMap((memory): SetQuery[] => {
    const text = questionFor(memory)
    if (text === undefined) return []
    return [
      { id: `q-${memory.id}`, group: GROUP, text, relevant: [memory.id], category: memory.type ?? 'other' },
    ]
  })
  return { corpus, queries }
}

/** Every second content word (every second pair of characters in Chinese); undefined when too little is left. */
function questionFor(memory: Memory): string | undefined {
  const source = memory.description ?? memory.name
  const chinese = /[\u4e00-\u9fff]/.test(source)
  const pieces =
    source.match(chinese ? /[\u4e00-\u9fff]{2}|[A-Za-z0-9]+/g : /[\p{L}\p{N}][\p{L}\p{N}'_-]{3,}/gu) ?? []
  const kept = pieces.filter((_, index) => index % 2 === 0).slice(0, 8)
  if (kept.length < 2) return undefined
  return chinese ? `关于${kept.join('')}是怎么说的？` : `what do we know about ${kept.join(' ')}?`
}
