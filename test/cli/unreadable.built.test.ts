// What is there and cannot be read is not passed off as missing.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, lchownSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMAND } from './run-memdir.ts'
import { useCli } from './use-cli.ts'

const NOBODY = 65_534
const cli = useCli()

/** Tests run as root where nothing is denied: the command runs as somebody else. */
function runAsNobody(...args: string[]) {
  chmodSync(dirname(cli.place.root), 0o711)
  const who = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    cwd: cli.place.project,
    env: cli.place.env,
    encoding: 'utf8',
    ...who,
  })
  return { code: status, out: stdout, err: stderr }
}

function own(path: string): void {
  if (process.getuid?.() !== 0) return
  lchownSync(path, NOBODY, NOBODY)
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) own(join(path, name))
}

describe.runIf(process.platform === 'linux')('what cannot be read', () => {
  it('a directory: list, search and export fail and say so', () => {
    cli.add('The port is 8080')
    own(cli.place.root)
    chmodSync(cli.memory, 0)
    for (const args of [['list'], ['list', '--json'], ['export'], ['show', 'x']]) {
      const { code, out, err } = runAsNobody(...args)
      expect([args, code]).toEqual([args, 1])
      expect(out + err).toContain('Reading the memory directory failed')
    }
    expect(runAsNobody('list', '--lang', 'zh').err).toContain('读取记忆目录失败')
    chmodSync(cli.memory, 0o700)
    expect(runAsNobody('list').out).toContain('8080')
  })

  it('a file: it is called unreadable, the export is not complete, and its pointer stays', () => {
    const { file } = cli.add('The port is 8080')
    cli.add('Deploys happen on Tuesdays')
    const index = readFileSync(join(cli.memory, 'MEMORY.md'), 'utf8')
    own(cli.place.root)
    chmodSync(join(cli.memory, file), 0)
    expect(runAsNobody('show', file).err).toContain(`Reading ${file} failed`)
    const exported = runAsNobody('export', 'backup.json')
    expect(exported.code).toBe(1)
    expect(exported.err).toContain(`${file}: cannot be read, left out`)
    expect(existsSync(join(cli.place.project, 'backup.json'))).toBe(true)
    const doctor = runAsNobody('doctor')
    expect(doctor.out + doctor.err).not.toContain('does not exist')
    runAsNobody('doctor', '--fix', '--yes')
    expect(readFileSync(join(cli.memory, 'MEMORY.md'), 'utf8')).toBe(index)
  })
})
