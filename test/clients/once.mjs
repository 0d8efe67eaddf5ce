// Nothing twice: two setups of memdir in one agent, conversations that go on, forks, and requests that are not the
// conversation's.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FITS, INTRO, MARKER, store, times } from './facts.mjs'

const PLUGINS = fileURLToPath(new URL('../../plugins', import.meta.url))

export async function checkOnce(lab, report) {
  const { client } = lab
  const check = CHECKS[client.name]
  if (!check) return
  lab.memdir('init', client.name, ...(client.init ?? []), '--yes')
  store(lab)
  await check(lab, report)
}

/** How often the last request of a run carries the index and the memory. */
const counts = ({ sent }) => {
  const raw = sent.at(-1)?.raw ?? ''
  return `index ${times(raw, INTRO)}, memory ${times(raw, MARKER)}`
}

function once(report, what, run, wanted = 'index 1, memory 1') {
  const seen = counts(run)
  report(`${what}: ${seen}`, run.code === 0 && seen === wanted, run)
}

const CHECKS = {
  /** Its own index is shared, so ours is not added. */
  async 'claude-code'(lab, report) {
    const first = await lab.run(['-p', FITS, '--output-format', 'json'])
    const { session_id } = JSON.parse(first.output.slice(first.output.indexOf('{')))
    const fork = await lab.run(['-p', FITS, '--resume', session_id, '--fork-session'])
    once(report, 'a fork is not given what it holds', fork, 'index 0, memory 1')
    const again = await lab.run(['-p', FITS, '--continue'])
    once(report, 'nor when the fork goes on', again, 'index 0, memory 1')
  },
  async codex(lab, report) {
    await lab.run(['plugin', 'marketplace', 'add', PLUGINS])
    const added = await lab.run(['plugin', 'add', 'memdir@memdir'])
    report('the plugin is there as well as what init wrote', added.code === 0, added)
    once(report, 'plugin and init', await lab.prompt(FITS))
    once(report, 'and when the conversation goes on', await lab.prompt(FITS, { goOn: true }))
  },
  async gemini(lab, report) {
    const added = await lab.run(['extensions', 'install', join(PLUGINS, 'gemini'), '--consent'])
    report('the extension is there as well as what init wrote', added.code === 0, added)
    const first = await lab.prompt(FITS)
    once(report, 'extension and init', first)
    const second = await lab.prompt(FITS, { goOn: true })
    once(report, 'and when the conversation goes on', second)
    // A message that begins with what a hook said would be left out.
    const typed = times(second.sent.at(-1)?.raw ?? '', FITS)
    report(`what was typed stays in the conversation that goes on (${typed})`, typed === 2, second)
    const [before, after] = [first, second].map(({ sent }) => JSON.stringify(sent.at(-1)?.body.contents))
    report('and its request begins as the one before', after?.startsWith(before?.slice(0, -1)), second)
    const resumed = []
    for (let n = 2; n <= 7; n++) resumed.push(await lab.prompt(`${FITS} (${n})`, { goOn: true }))
    for (const [at, run] of resumed.entries()) once(report, `resumed for the ${at + 2}. time`, run)
  },
  async opencode(lab, report) {
    const first = await lab.prompt(FITS)
    once(report, 'a conversation starts', first)
    const others = first.all.filter((request) => !lab.client.isMain(request))
    const carry = others.filter(({ raw }) => raw.includes(INTRO) || raw.includes(MARKER))
    report(
      `the request for a title carries neither index nor memories (${others.length} such)`,
      others.length > 0 && carry.length === 0,
      first,
    )
    once(report, 'and goes on', await lab.prompt(FITS, { goOn: true }))
    once(report, 'a fork of it', await lab.run(['run', '--continue', '--fork', FITS]))
    once(report, 'and the fork goes on', await lab.prompt(FITS, { goOn: true }))
  },
}
