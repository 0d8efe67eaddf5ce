// memdir itself is missing, corrupt, hanging, or its disk does not answer: the conversation goes on within the time-outs
// that the client has for hooks, and the person is told once.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FITS, store } from './facts.mjs'

const SLOW_DISK = fileURLToPath(new URL('./slow-disk.cjs', import.meta.url))
/** Start, prompt, end of the turn, end of the conversation: 5 + 3 + 3 + 3 s, where every one of them is killed. */
const TIMEOUTS_MS = 14_000

export async function checkBroken(lab, report) {
  const { client } = lab
  lab.memdir('init', client.name, ...(client.init ?? []), '--yes')
  store(lab)
  const usual = Math.max((await lab.prompt(FITS)).ms, (await lab.prompt(FITS)).ms)
  const survives = async (what, env) => {
    const run = await lab.prompt(FITS, { env })
    const isInTime = run.ms < usual * 2 + TIMEOUTS_MS
    report(
      `${what}: the conversation goes on (${run.ms} ms, usually ${usual} ms; the client says: ${saidOf(run)})`,
      run.code === 0 && run.sent.length > 0 && isInTime,
      run,
    )
  }
  await survives('a disk that does not answer', {
    MEMDIR_SLOW_DISK: '4',
    NODE_OPTIONS: `--require ${SLOW_DISK}`,
  })
  const hook = join(lab.bin, 'hook.js')
  writeFileSync(hook, 'setInterval(() => {}, 1_000)\n')
  await survives('a program that hangs')
  for (const name of readdirSync(lab.bin).filter((file) => file.endsWith('.js')))
    writeFileSync(join(lab.bin, name), '\0\0 not a program (')
  await survives('a program that is corrupt')
  rmSync(lab.bin, { recursive: true })
  await survives('a program that is missing')
  if (existsSync(lab.bin)) throw new Error('it came back')
}

/** What of it a person sees, besides what the agent always says. */
function saidOf({ output }) {
  const lines = output
    .split('\n')
    .filter(
      (line) => /memdir|hook.*(?:fail|cancel)/i.test(line) && !/PATH aliases|bypass-hook-trust/.test(line),
    )
  return lines.length === 0 ? 'nothing' : `${lines.length} lines, ${lines[0].trim().slice(0, 120)}`
}
