// Which tests try which mutant, in which order, and how long they may take.

const COVER_LIMIT_MS = 120_000
const DRIVER_START_MS = 60_000
/** What it takes to load a test file once more. */
const START_MS = 30
const QUICK_MS = 150
/** A test under a mutant may take this many times as long as without, and this much more. */
const SLOWER = 10
const SLACK_MS = 5_000

export function coverJob(test) {
  return { kind: 'cover', test, file: test.file, hardLimit: COVER_LIMIT_MS + DRIVER_START_MS }
}

/** `{ mutant, reached, left, jobs }` for each mutant; `left`: tests for which the budget had no room. */
export function planTrials(mutants, covered, { folder, budgetMs }) {
  return mutants.map((mutant) => {
    const jobs = covered
      .flatMap((seen) => jobsFor(mutant, seen))
      .toSorted((a, b) => rank(a, mutant, folder) - rank(b, mutant, folder))
    let spent = 0
    const affordable = jobs.filter(({ ms }) => {
      if (spent > 0 && spent + ms > budgetMs) return false
      spent += ms
      return true
    })
    return { mutant, reached: jobs.length > 0, left: jobs.length - affordable.length, jobs: affordable }
  })
}

/** The quick tests of a file together, each slow one alone. A mutant that imports or hooks reach takes the whole file. */
function jobsFor(mutant, { file, tests, always }) {
  if (tests.length === 0) return []
  if (always.includes(mutant.id)) return [job(mutant, file, tests, true)]
  const reaching = tests.filter(({ reached }) => reached.includes(mutant.id))
  const quick = reaching.filter(({ ms }) => ms < QUICK_MS)
  return [quick, ...reaching.filter(({ ms }) => ms >= QUICK_MS).map((test) => [test])]
    .filter((chosen) => chosen.length > 0)
    .map((chosen) => job(mutant, file, chosen, false))
}

function job({ id }, file, chosen, fresh) {
  const ms = chosen.reduce((sum, test) => sum + test.ms, START_MS)
  const limit = chosen.reduce((sum, test) => sum + test.wallMs, START_MS) * SLOWER + SLACK_MS
  const cpuLimit = ms * SLOWER + SLACK_MS
  return {
    kind: 'judge',
    mutant: id,
    file,
    ids: chosen.map((test) => test.id),
    fresh,
    ms,
    limit,
    cpuLimit,
    hardLimit: limit * 3 + DRIVER_START_MS,
  }
}

/** Quickest first; the test of the same name and those of the folder are the likeliest to notice. */
function rank({ file, ms }, mutant, folder) {
  if (file === mutant.file.replace(/\.ts$/, '.test.ts')) return ms / 8
  return file.startsWith(`src/${folder}/`) ? ms / 3 : ms
}
