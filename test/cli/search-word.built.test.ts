// A search for a word that a memory has, with the real models: few single words reach the threshold by meaning.
import { expect, it } from 'vitest'
import { searchTool } from '../../src/agent/memory-tools/search-tool.ts'
import { openEngine } from '../../src/connect/engine.ts'
import { useCli } from './use-cli.ts'

const cli = useCli({ models: true })

it('finds a memory by a word that it has, however little the word says about its meaning', async () => {
  const { add, json, run, place } = cli
  add('图片压缩用 sharp，因为 ImageMagick 在容器里会内存溢出。')
  add('发布前先在预发环境跑一遍回归测试，由小李签字。')
  // The only one that has a word would be an answer.
  add('备份柜的钥匙贴着 sharp 打印机的旧标签，旁边是容器和签字用的本子，周末由门卫保管。')
  run(['reindex'])
  const engine = openEngine({ directory: place.project, env: place.env })
  const tool = async (query: string, threshold?: number) =>
    (
      await searchTool.run(
        engine,
        { query, ...(threshold === undefined ? {} : { threshold }) },
        { actor: 'test' },
      )
    ).text
  const answers = json(['search', '小李']).data.hits
  expect(answers.map(({ memory }: { memory: { name: string } }) => memory.name)).toEqual([
    expect.stringContaining('预发环境'),
  ])
  for (const [word, text] of [['sharp', 'ImageMagick']] as const) {
    const { hits } = json(['search', word]).data
    const names = hits.map(({ memory }: { memory: { name: string } }) => memory.name)
    expect(names).toHaveLength(2)
    expect(names).toContainEqual(expect.stringContaining(text))
    for (const { similarity } of hits) expect(similarity).toBeLessThan(0.6)
    expect(run(['search', word]).err).toContain('these contain the words that you searched for')
    expect(json(['search', word, '--threshold', '0.6']).data.hits).toEqual([])
    const [first, ...lines] = (await tool(word)).split('\n')
    expect(first).toBe('No memory is an answer; these have every word of the query:')
    expect(lines).toHaveLength(2)
    expect(lines).toContainEqual(expect.stringContaining(text))
    expect(await tool(word, 0.6)).toContain('No memory matches')
    // One word of several is not enough.
    expect(await tool(`${word} volcano`)).toContain('No memory matches')
    expect(json(['search', word, 'volcano']).data.hits).toEqual([])
  }
  await engine.close()
})
