// What was typed in conversations of this project, for the arrow keys: private, bounded, and nothing that holds a secret.
import { join } from 'node:path'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { readRegularText } from '../../base/files/read-regular.ts'
import { attempt } from '../../base/values/attempt.ts'
import { isObject } from '../../base/values/is-object.ts'

export interface InputHistory {
  /** Newest first. */
  newest(): string[]
  add(message: string): void
}

const MOST_MESSAGES = 300
/** A longer one was pasted: nobody looks for it with an arrow key. */
const MOST_CHARACTERS = 5_000
const MOST_BYTES = 10_000_000

export interface InputHistoryOptions {
  /** Of the project. */
  state: string
  /** Whether the text holds what may be a secret. */
  holdsSecret(text: string): boolean
}

export function openInputHistory({ state, holdsSecret }: InputHistoryOptions): InputHistory {
  const path = join(state, 'input-history.json')
  return {
    newest: () => read(path).reverse(),
    add(message) {
      if (message.trim() === '' || message.length > MOST_CHARACTERS || holdsSecret(message)) return
      // As it is now: another conversation of the project may have added to it.
      const others = read(path).filter((one) => one !== message)
      const messages = [...others, message].slice(-MOST_MESSAGES)
      attempt(() => writeFileAtomic(path, JSON.stringify({ v: 1, messages }), { durable: false }))
    },
  }
}

/** Oldest first. What is damaged is none. */
function read(path: string): string[] {
  const text = readRegularText(path, MOST_BYTES)
  const data: unknown = text === undefined ? undefined : attempt(() => JSON.parse(text))
  if (!isObject(data) || data.v !== 1 || !Array.isArray(data.messages)) return []
  return data.messages.filter((one) => typeof one === 'string').slice(-MOST_MESSAGES)
}
