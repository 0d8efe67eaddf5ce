// The short form of `npm run torture`: real processes on the built package, attacked, killed, crowded and starved.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { COMMAND } from './built.ts'

/** Test title → the part and how much of it. */
const PARTS: Record<string, string> = {
  'killed at any moment, nothing acknowledged is lost and nothing is torn': 'random-kills --tries 4',
  'killed in the middle of an import, undo, redo, merge, rm, purge or edit: all of it or nothing':
    'groups --tries 3',
  'dreams lose nothing in silence, whatever a model answers and whenever they are killed': 'dream --tries 3',
  'while paths are swapped for links, nothing outside is written or read': 'race --tries 50',
  'eight processes write together, every change is there and the index is whole': 'writers --tries 3',
  'eight processes share a lock, one is killed, never two holders': 'lock --processes 8 --tries 8',
  'killed at a call that changes the disk, every command has made its change or has not':
    'kill --only add --tries 1',
  'on a full disk, every command has made its change or says why it has not':
    'full-disk --only add --tries 1',
  'a prompt in a large directory is answered within its limit': 'scale --tries 300',
  // Last: by then other tests have converted the models.
  'nothing in a hostile repository counts before it is approved':
    'hostile --only directory is a link --tries 0',
}

describe('torture', () => {
  it.each(Object.entries(PARTS))('%s', { timeout: 180_000 }, async (_, part) => {
    expect(existsSync(COMMAND), 'dist/ is missing: run `npm run build` first').toBe(true)
    const { code, out } = await torture(part.split(/ (?=--)|(?<=--\w+) /))
    expect(code, out).toBe(0)
  })

  it('names its parts where somebody asks for another', async () => {
    const { code, out } = await torture(['tickle'])
    expect([code, out]).toEqual([
      2,
      expect.stringContaining('There is no part "tickle"; there are hostile, kill'),
    ])
  })
})

function torture(args: string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, ['scripts/torture.mjs', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (data: string) => {
      out += data
    })
  return new Promise((done) => child.on('close', (code) => done({ code, out })))
}
