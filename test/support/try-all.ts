// How much of a long row of points or inputs a test tries: every few in `npm test`, all in `npm run torture -- points`.

export const TRY_ALL = process.env.MEMDIR_TRY_ALL === '1'

/** The step of a loop over points. */
export const everyFew = (few: number): number => (TRY_ALL ? 1 : few)

/** Every few of them, from one that differs between those who ask. */
export const someOf = <T>(all: readonly T[], few: number, from = 0): T[] =>
  all.filter((_, at) => TRY_ALL || at % few === from % few)
