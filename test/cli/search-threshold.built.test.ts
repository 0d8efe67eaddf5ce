// `memdir search` shows what answers; `--threshold` says how sure that has to be, in JSON as well.
import { expect, it } from 'vitest'
import { useCli } from './use-cli.ts'

const { add, json, run } = useCli()

it('leaves out what is below 0.6 unless another threshold is given', () => {
  add('The harbour lights are switched on at dusk by the keeper')
  add('Tea is served in the harbour café after the tour of the old lighthouse')
  const query = 'at which hour of the evening are the lights of the harbour switched on'
  const similarities = (...more: string[]) =>
    json(['search', query, ...more]).data.hits.map(({ similarity }: { similarity: number }) => similarity)
  const all = similarities('--threshold', '0')
  expect(all).toHaveLength(2)
  expect(similarities()).toEqual(all.filter((similarity: number) => similarity >= 0.6))
  expect(similarities()).toHaveLength(1)
  expect(run(['search', query]).out).not.toContain('Tea')
  expect(run(['search', query, '--threshold', '0']).out).toContain('Tea')
  expect(similarities('--threshold', '0.99')).toEqual([])
  const nothing = run(['search', 'sailing to the tea islands of the south', '--threshold', '0.95'])
  expect(nothing.out).toContain('Nothing found.')
  expect(nothing.err).toContain('No memory reaches a similarity of 0.95; `--threshold 0` shows')
  const words = run(['search', 'volcano', '--mode', 'words'])
  expect(words.err).toContain('shows those that contain any of them')
  expect(run(['search', 'volcano', '--lang', 'zh']).err).toContain('`--threshold 0` 显示最接近的记忆')
})
