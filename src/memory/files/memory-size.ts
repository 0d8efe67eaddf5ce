// How large a memory may be: to be read and written at all, and to be searched.

/** More is no memory: it would have to be held whole, by everything that lists memories. */
export const MAX_MEMORY_BYTES = 16_000_000

/** What an agent may save at once: it is asked for what is worth remembering, not for a log. A person may save more. */
export const AGENT_MAX_BYTES = 64_000
/** Of its file, with the frontmatter. */
export const AGENT_FILE_MAX_BYTES = AGENT_MAX_BYTES + 4_096

/**
 * The time for words, vectors and secrets grows with the text, and a log that somebody saved as .md must not take the
 * time of all other memories. A larger file is listed, shown and named as such, and left out of search and recall.
 */
export const SEARCH_MAX_BYTES = 2_000_000

export function isSearchable({ size }: { size: number }): boolean {
  return size <= SEARCH_MAX_BYTES
}

/** `3.4`, for people. */
export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
