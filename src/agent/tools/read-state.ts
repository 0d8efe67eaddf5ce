// Which files a conversation has read, and how they were then: what may be changed is what was seen.

export interface ReadRecord {
  /** Modification time in milliseconds when it was read or last written by us. */
  mtimeMs: number
  size: number
  /** The hash of the whole content, also where only a part was shown. */
  hash: string
  /** Only some lines were shown. */
  partial: boolean
}

/** Keys are real paths, so that a link and its target are one file. */
export interface ReadState {
  get(path: string): ReadRecord | undefined
  set(path: string, record: ReadRecord): void
  delete(path: string): void
  /** What was read or written last comes first. */
  newest(): string[]
  /** For a fork: it knows what the conversation knows, and what it reads stays its own. */
  copy(): ReadState
}

export function createReadState(known: Iterable<[string, ReadRecord]> = []): ReadState {
  const records = new Map(known)
  return {
    get: (path) => records.get(path),
    set(path, record) {
      records.delete(path)
      records.set(path, record)
    },
    delete: (path) => void records.delete(path),
    newest: () => [...records.keys()].reverse(),
    copy: () => createReadState(records),
  }
}
