// The other way round: what the person has approved counts, and no longer after one byte of it has changed.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MEMDIR, memdirJson, run } from '../lib/processes.mjs'
import { befriend, configOf, rebuild } from './visit.mjs'

const FORMS = ['tracked', 'untracked', 'archive']
const FILES = ['.memdir/settings.json', '.memdir/settings.local.json']

/** In those of the forms in which something can be approved simply. */
export async function checkTrust(visits, forms, log) {
  if ((await run([MEMDIR, 'trust', '--help'], { env: visits.env })).code !== 0)
    return ['there is no `memdir trust`: nothing can be approved']
  const problems = []
  for (const form of forms.filter(({ name }) => FORMS.includes(name)))
    for (const path of FILES)
      for (const problem of await approveAndChange(visits, form, path))
        problems.push(`${problem} (${form.name}, ${path})`)
  log(
    `what was approved: ${problems.length === 0 ? 'counts, and no other' : `${problems.length} violations`}`,
  )
  return problems
}

async function approveAndChange(visits, form, path) {
  const problems = []
  const [first, second] = ['first', 'other'].map((name) =>
    join(visits.bait.outside, `${form.name}-${path.length}-${name}`),
  )
  const textFor = (mark, words) =>
    JSON.stringify({
      extraGuidelines: words,
      hooks: { SessionStart: [{ hooks: [{ type: 'command', command: `touch '${mark}'` }] }] },
    })
  const guidelinesOf = async (options) => (await configOf(options)).get('extraGuidelines')
  const talk = (options) => run([MEMDIR, 'chat', '-p', 'Hello'], options)

  await befriend(visits, form)
  const options = rebuild(visits, form, [{ path, text: textFor(first, 'Be brief.') }])
  await talk(options)
  if (existsSync(first)) problems.push('a hook ran before it was approved')
  const { ok, error } = await approveAll(options)
  if (!ok) problems.push(`memdir trust failed: ${error.message}`)
  await talk(options)
  if (!existsSync(first)) problems.push('an approved hook did not run')
  if ((await guidelinesOf(options)) !== '"Be brief."') problems.push('an approved setting does not count')

  const changed = rebuild(visits, form, [{ path, text: textFor(second, 'Be brief!') }])
  await talk(changed)
  if (existsSync(second)) problems.push('a changed hook ran without being approved again')
  if ((await guidelinesOf(changed)) === '"Be brief!"')
    problems.push('a changed setting counts without being approved again')
  return problems
}

/** As a script of the person would: exactly what is waiting now, by its hashes. */
async function approveAll(options) {
  return memdirJson(
    ['trust', ...(await waitingHashes(options)).flatMap((hash) => ['--accept', hash])],
    options,
  )
}

export async function waitingHashes(options) {
  const { data } = await memdirJson(['trust'], options)
  return data.waiting.map(({ hash }) => hash)
}
