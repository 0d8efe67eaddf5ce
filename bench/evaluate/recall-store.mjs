// A set's memories in a store of the product, asked as a hook asks.
import { HOOK_CHARACTERS } from '../../dist/connect/events/hook-output.js'
import { openTrial } from './open-trial.mjs'

/** `select` picks in a model's place: of the ids that it is shown, in the order of search, those to attach. */
export async function openRecallStore(memories, { onProgress, select, ...options }) {
  const ids = new Map(memories.map(({ id }, at) => [storedId(at), id]))
  const trial = await openTrial({
    ...options,
    memories: memories.map(
      ({ text, type, kind, importance, time, session, origin = 'user', quote, when }, at) => ({
        id: storedId(at),
        content: text,
        type,
        kind,
        importance,
        ...(when && { when }),
        created: time,
        updated: time,
        ...(quote === undefined ? {} : { evidence: quote }),
        source: session === undefined ? { origin } : { origin, conversation: session },
      }),
    ),
    onProgress: (done, total) => onProgress?.(done, total, 'embedding'),
  })
  const told = (hits) =>
    hits.map(({ memory, similarity }) => ({ id: ids.get(memory.id) ?? memory.id, similarity }))
  /** Memories attached with their text, and those that are a line. */
  const give = async (prompt, asked = {}) => {
    const { memories: attached, weak = [] } = await trial.recall({
      prompt,
      budget: HOOK_CHARACTERS,
      ...asked,
      ...(select && { select: selectorBy(ids, trial, (shown) => select(prompt, shown)) }),
    })
    return { attached: told(attached), lines: told(weak) }
  }
  return {
    give,
    async ask(prompt) {
      return (await give(prompt)).attached
    },
    close: trial.close,
  }
}

/** As a model is asked: it sees files in a manifest, and answers with files. */
function selectorBy(ids, trial, select) {
  const fileById = new Map([...ids].map(([stored, id]) => [id, trial.fileOf(stored) ?? '']))
  return async ({ user }) => {
    const shown = [...fileById].flatMap(([id, file]) => {
      const at = user.indexOf(` ${file} (`)
      return at < 0 ? [] : [{ id, at }]
    })
    const inOrder = shown.sort((one, other) => one.at - other.at).map(({ id }) => id)
    return { selected_memories: select(inOrder).map((id) => fileById.get(id)) }
  }
}

/** A set may call its memories what it likes. */
function storedId(at) {
  return at.toString(36).padStart(8, '0')
}
