// What was typed in conversations of this project, for the arrow keys: private, bounded, and nothing that holds a secret.
import { join } from 'node:path'
import { readState, type StateKind, writeState } from '../../base/files/state-file.ts'
import { attempt } from '../../base/values/attempt.ts'

export interface InputHistory {
  /** Newest first. */
  newest(): string[]
  add(message: string): void
}

const MOST_MESSAGES = 300
/** A longer one was pasted: nobody looks for it with an arrow key. */
const MOST_CHARACTERS = 5_000
/** Oldest first. */
const HISTORY: StateKind<readonly string[]> = {
  read: ({ messages }) =>
    Array.isArray(messages)
      ? messages.filter((one) => typeof one === 'string').slice(-MOST_MESSAGES)
      : undefined,
  plain: (messages) => ({ messages }),
  most: 10_000_000,
  durable: false,
}

interface InputHistoryOptions {
  /** The project's `state/`. */
  state: string
  /** Whether the text holds what may be a secret. */
  holdsSecret(text: string): boolean
}

export function openInputHistory({ state, holdsSecret }: InputHistoryOptions): InputHistory {
  const path = join(state, 'input-history.json')
  const read = () => readState(path, HISTORY) ?? []
  return {
    newest: () => read().toReversed(),
    add(message) {
      if (message.trim() === '' || message.length > MOST_CHARACTERS || holdsSecret(message)) return
      // As it is now: another conversation of the project may have added to it.
      const others = read().filter((one) => one !== message)
      const messages = [...others, message].slice(-MOST_MESSAGES)
      attempt(() => writeState(path, HISTORY, messages))
    },
  }
}
