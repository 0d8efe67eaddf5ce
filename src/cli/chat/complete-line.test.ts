import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { completeLine } from './complete-line.ts'

const place = { path: temporaryDirectory() }

describe('Tab', () => {
  const complete = (line: string) =>
    completeLine(line, { commands: () => ['help', 'memory', 'mode', 'exit'], directory: place.path })

  it('offers commands at the beginning of a line, and only there', () => {
    expect(complete('/m')).toEqual([['/memory ', '/mode '], '/m'])
    expect(complete('/')[0]).toHaveLength(4)
    expect(complete('say /m')).toEqual([[], 'say /m'])
    expect(complete('/mode p')).toEqual([[], '/mode p'])
  })

  it('offers files after @, of the directory that is typed', () => {
    mkdirSync(join(place.path, 'src', '中文'), { recursive: true })
    for (const name of [
      'src/main.ts',
      'src/make.ts',
      'src/中文/笔记.md',
      'README.md',
      '.env',
      'a b.txt',
      'x\u001b[2J',
    ])
      writeFileSync(join(place.path, name), '')
    expect(complete('look at @')).toEqual([['@README.md', '@src/'], '@'])
    expect(complete('look at @src/ma')).toEqual([['@src/main.ts', '@src/make.ts'], '@src/ma'])
    expect(complete('@src/中')).toEqual([['@src/中文/'], '@src/中'])
    expect(complete('@.e')).toEqual([['@.env'], '@.e'])
    expect(complete('@none/')).toEqual([[], '@none/'])
    expect(complete('ada@exam')).toEqual([[], 'ada@exam'])
  })
})
