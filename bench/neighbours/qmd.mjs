// Its full-text search: the other two of its searches ask a model. A written file is found after `update`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createStore } from '@tobilu/qmd'

export async function open({ directory }) {
  const path = join(directory, 'notes')
  mkdirSync(path, { recursive: true })
  const config = { collections: { notes: { path, pattern: '**/*.md' } } }
  const store = await createStore({ dbPath: join(directory, 'qmd.sqlite'), config })
  let count = 0
  const write = ({ text }) => writeFileSync(join(path, `note-${count++}-${process.pid}.md`), text)
  return {
    async fill(memories) {
      for (const memory of memories) write(memory)
      await store.update()
    },
    ask: ({ text }) => store.searchLex(text, { limit: 5 }),
    async add(memory) {
      write(memory)
      await store.update()
    },
    close: () => store.close(),
  }
}
