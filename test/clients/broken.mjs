// memdir itself is missing, corrupt, hanging, or its disk is full or does not answer: the conversation goes on within the
// time-outs that the client has for hooks, and the person is told once.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FITS, MARKER, store } from './facts.mjs'
import { mountFullDisk } from './full-disk.mjs'
import { mountHangingDisk } from './hanging-disk.mjs'

/** Start, prompt, end of the turn, end of the conversation: 5 + 3 + 3 + 3 s, where every one of them is killed. */
const TIMEOUTS_MS = 14_000
/** How long what loops may go on after the client has ended. */
const LOOPS_MS = 15_000
/** What memdir says, in its own words, and what clients say of a hook that failed. */
const OURS =
  /memdir: no memories could|memdir gave no memories|memdir is not installed|memdir cannot be started|memdir does not answer/
const THEIRS = /hook.*(?:fail|cancel|timed out)/i

export async function checkBroken(lab, report) {
  const { client } = lab
  lab.memdir('init', client.name, ...(client.init ?? []), '--yes')
  store(lab)
  const usual = Math.max((await lab.prompt(FITS)).ms, (await lab.prompt(FITS)).ms)
  /** `tells`: who tells the person of it, where there is no window. The hook's own deadlines count here. */
  const tells = client.tells ?? 'memdir'
  const survives = async (what, isStuck = false) => {
    const run = await lab.prompt(FITS, { env: { MEMDIR_HOOK_SLOWER: '1' } })
    // Gemini CLI prints what a start hook says as it is, and once more in its list of events.
    const lines = run.output.split('\n').filter((line) => !line.startsWith('Hook system message: '))
    const [ours, theirs] = [OURS, THEIRS].map((said) => lines.filter((line) => said.test(line)).length)
    const isTold = { memdir: ours === 1, window: ours === 0, client: ours === 0 }[tells] && theirs === 0
    report(
      `${what}: the conversation goes on (${run.ms} ms, usually ${usual} ms), told by memdir ${ours} times, by the client ${theirs} (here: ${tells})`,
      run.code === 0 && run.sent.length > 0 && run.ms < usual * 2 + TIMEOUTS_MS && (isTold || isStuck),
      run,
    )
  }
  /** What is stored can be read: the memory comes. What could not be written is told at most once. */
  const goesOn = async (what) => {
    const run = await lab.prompt(FITS)
    const told = run.output
      .split('\n')
      .filter((line) => /memdir/.test(line) && /full|ENOSPC|space/i.test(line))
    report(
      `${what}: the conversation goes on with its memory (${run.ms} ms, usually ${usual} ms), told ${told.length} times`,
      run.code === 0 &&
        run.ms < usual * 2 + TIMEOUTS_MS &&
        told.length <= 1 &&
        run.sent.at(-1)?.raw.includes(MARKER) === true,
      run,
    )
  }
  const full = mountFullDisk(join(lab.home, '.memdir'))
  if (full) {
    try {
      await goesOn('a full disk')
    } finally {
      full.unmount()
    }
  } else report('a full disk', 'skip', 'mounting one needs root')
  const disk = await mountHangingDisk(join(lab.home, '.memdir', 'projects'))
  if (disk) {
    try {
      await survives('a disk that does not answer')
    } finally {
      disk.unmount()
    }
  } else report('a disk that does not answer', 'skip', 'mounting one needs root and /dev/fuse')
  // The note that the disk is silent is for what follows within two minutes.
  for (const name of readdirSync(lab.root))
    if (name.startsWith('memdir-silent-')) rmSync(join(lab.root, name))
  for (const name of ['hook.js', 'memdir.js'])
    writeFileSync(join(lab.bin, name), 'setInterval(() => {}, 1_000)\n')
  await survives('a program that hangs')
  await checkLoop(lab, survives, report)
  for (const name of readdirSync(lab.bin).filter((file) => file.endsWith('.js')))
    writeFileSync(join(lab.bin, name), '\0\0 not a program (')
  await survives('a program that is corrupt')
  rmSync(lab.bin, { recursive: true })
  await survives('a program that is missing')
  if (existsSync(lab.bin)) throw new Error('it came back')
}

/** No timer of its own ends it: whoever started it has to. */
async function checkLoop(lab, survives, report) {
  for (const name of ['hook.js', 'memdir.js']) writeFileSync(join(lab.bin, name), 'for (;;);\n')
  // It says nothing, and the client, which ends it, says what it likes.
  await survives('a program that loops', true)
  // A worker that began before has its own limits.
  const looping = () => lab.leftovers().filter((command) => !command.includes(' jobs run '))
  const ended = Date.now()
  while (looping().length > 0 && Date.now() < ended + LOOPS_MS)
    await new Promise((wake) => setTimeout(wake, 250))
  const left = looping()
  report(`a program that loops: nothing of it is left ${Date.now() - ended} ms later`, left.length === 0, {
    output: left.join('\n'),
  })
}
