// How good a ranking is. Pure: ranked ids in, numbers in percent out.

import { METRIC_NAMES, type Metrics } from '../own-set.ts'
/** How one query did, as fractions. `ranked` has at least ten ids where there are as many. */
export function measureRanking(ranked: readonly string[], relevant: ReadonlySet<string>): Metrics {
  const found = (depth: number) => ranked.slice(0, depth).filter((id) => relevant.has(id)).length
  const recall = (depth: number) => (relevant.size === 0 ? 0 : found(depth) / relevant.size)
  const first = ranked.findIndex((id) => relevant.has(id))
  return {
    'R@1': recall(1),
    'R@5': recall(5),
    'R@10': recall(10),
    'hit@5': found(5) > 0 ? 1 : 0,
    'all@5': relevant.size > 0 && found(5) === relevant.size ? 1 : 0,
    'nDCG@10': discountedGain(ranked, relevant),
    MRR: first < 0 ? 0 : 1 / (first + 1),
  }
}

function discountedGain(ranked: readonly string[], relevant: ReadonlySet<string>): number {
  let gain = 0
  for (const [index, id] of ranked.slice(0, 10).entries())
    if (relevant.has(id)) gain += 1 / Math.log2(index + 2)
  let ideal = 0
  for (let index = 0; index < Math.min(10, relevant.size); index++) ideal += 1 / Math.log2(index + 2)
  return ideal === 0 ? 0 : gain / ideal
}

/** The mean over queries, in percent with two decimals. */
export function averageMetrics(measured: readonly Metrics[]): Metrics {
  const mean = (name: (typeof METRIC_NAMES)[number]) =>
    measured.length === 0
      ? 0
      : Math.round((measured.reduce((sum, each) => sum + each[name], 0) / measured.length) * 10_000) / 100
  return Object.fromEntries(METRIC_NAMES.map((name) => [name, mean(name)])) as unknown as Metrics
}
