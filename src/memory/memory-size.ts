// How large a memory may be. Tokenising and scanning grow with the text: a log that somebody saved as .md must not
// take the time of all other memories.

/** A larger file is named by the doctor and by `list`, and left out of everything else. */
export const MEMORY_MAX_BYTES = 2_000_000
