// A clock that is wrong: real processes whose clock is set ahead or back. Nothing is lost, and it is reported.
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { COMMAND } from './run-memdir.ts'
import { useCli } from './use-cli.ts'

const cli = useCli({ models: true })
const YEARS = 5 * 365

/** The command, on a computer whose clock is off by so many days. */
function runAt(days: number, args: string[]): { code: number | null; out: string; err: string } {
  const preload = cli.below(`clock${days}.cjs`)
  writeFileSync(
    preload,
    `const Real = Date
     const off = ${days} * 86400000
     globalThis.Date = class extends Real {
       constructor(...args) { args.length === 0 ? super(Real.now() + off) : super(...args) }
       static now() { return Real.now() + off }
     }`,
  )
  const done = spawnSync(process.execPath, [COMMAND, ...args], {
    cwd: cli.place.project,
    // For the processes that it starts, too.
    env: { ...cli.place.env, NODE_OPTIONS: `--require ${preload}` },
    encoding: 'utf8',
  })
  return { code: done.status, out: done.stdout, err: done.stderr }
}

const changes = () => cli.json(['log']).data.total as number

describe('one write with the clock five years ahead', () => {
  it('keeps the whole history, is reported once, and by the doctor', () => {
    for (let n = 0; n < 5; n++) cli.add(`Note number ${n} of the harbour`, '--separate')
    const { code, err } = runAt(YEARS, ['add', 'Written in a wrong year', '--separate'])
    expect(code).toBe(0)
    expect(err).toMatch(/The clock of this computer went forward by 182[45] days \(now: 20\d\d-/)
    expect(runAt(YEARS, ['add', 'Once more', '--separate']).err).toBe('')
    expect(runAt(YEARS, ['cleanup']).err).toContain('nothing is removed by age until it has run for a day')
    expect(changes()).toBe(7)
    expect(runAt(YEARS, ['doctor']).out).toContain('went forward by')
    // And back again.
    const back = cli.run(['add', 'Right again', '--separate', '--lang', 'zh'])
    expect(back.err).toMatch(/此计算机的时钟后退了 182[45] 天/)
    expect(cli.run(['doctor']).out).toMatch(/changes dated in the future: 2 \(up to 20\d\d-/)
    expect(cli.run(['log']).out.split('\n')[1]).toContain('right_again')
    expect(cli.run(['undo', '--yes']).code).toBe(0)
    expect(cli.json(['list']).data.total).toBe(7)
  })

  it('does not lose what expires: it is hidden while the clock is ahead, and there when it is right', () => {
    const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    for (let n = 0; n < 3; n++)
      cli.add(`The demo badge code number ${n} is blue falcon`, '--expires', soon, '--separate')
    runAt(YEARS, ['add', 'Written in a wrong year', '--separate'])
    expect(JSON.parse(runAt(YEARS, ['cleanup', '--json']).out).data).toMatchObject({ removed: [] })
    expect(runAt(YEARS, ['jobs', 'run']).code).toBe(0)
    expect(readdirSync(cli.memory).filter((name) => name.includes('badge'))).toHaveLength(3)
    const ask = ['recall', '-p', 'what is the demo badge code, blue falcon?']
    expect(runAt(YEARS, ask).out).not.toContain('blue falcon')
    expect(cli.run(ask).out).toContain('blue falcon')
  })
})

it('a use that is counted with the clock ahead does not keep later ones from being counted', () => {
  cli.add('The harbour lights are painted viridian at night')
  const ask = ['recall', '-p', 'how are the harbour lights painted?', '--record', '--session']
  runAt(YEARS, [...ask, 'a'])
  runAt(YEARS + 3, ['jobs', 'run'])
  // Two days later it is summed up there; then the clock is right again.
  cli.run([...ask, 'b'])
  cli.run(['jobs', 'run'])
  const { most_used } = cli.json(['stats']).data
  expect(most_used).toMatchObject([{ count: 2 }])
})
