// How large a memory may be to be searched: the time for its words, vectors and secrets grows with the text, and a log
// that somebody saved as .md must not take the time of all other memories.

/** A larger file is listed and shown like any other, named as such, and left out of search and recall. */
export const SEARCH_MAX_BYTES = 2_000_000

export function isSearchable({ size }: { size: number }): boolean {
  return size <= SEARCH_MAX_BYTES
}

/** `3.4`, for people. */
export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
