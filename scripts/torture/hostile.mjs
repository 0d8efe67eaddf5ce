// Repositories that somebody else made, in every form in which files get into a working tree: before the person has
// approved anything, nothing in them changes what memdir does.
import { cpus } from 'node:os'
import { join } from 'node:path'
import { checkTrust } from './hostile/check-trust.mjs'
import { ALL_FORMS } from './hostile/forms.mjs'
import { everySetting, hostileFiles, isHarmless, nest, SETTINGS_FILES } from './hostile/payloads.mjs'
import { spell } from './hostile/spellings.mjs'
import { befriend, configOf, openVisits, rebuild, visit } from './hostile/visit.mjs'
import { visitWithInit } from './hostile/visit-init.mjs'
import { withRoot } from './lib/place.mjs'
import { inParallel } from './lib/processes.mjs'
import { seeded } from './lib/random.mjs'

const LANES = Math.min(4, Math.max(1, cpus().length))

/**
 * `tries`: single settings in chance forms and spellings, after all settings in all forms; 0: the visit of each form alone.
 * `only`: names of forms.
 */
export function run({ tries = 150, seed, log, timeIsUp, only }) {
  return withRoot('hostile', async (root) => {
    const found = new Map()
    const note = (what, where) => found.set(what, (found.get(what) ?? new Set()).add(where))
    const forms = only ? ALL_FORMS.filter(({ name }) => only.includes(name)) : [...ALL_FORMS]
    const facts = { tries: 0, unfinished: false }
    const lanes = await Promise.all(
      Array.from({ length: Math.min(LANES, forms.length) }, async (_, id) => ({
        visits: await openVisits(join(root, `lane-${id}`)),
        configs: new Map(),
        random: seeded(seed + id),
        tries: Math.ceil(tries / Math.min(LANES, forms.length)),
      })),
    )
    const context = { note, log, timeIsUp, facts, isBrief: tries === 0 }
    try {
      await inParallel(forms, lanes.length, (form, id) =>
        visitForm(lanes[id], form, context).catch((error) =>
          note(`not looked at: ${error.message}`, form.name),
        ),
      )
      await inParallel(lanes, lanes.length, (lane) => trySingles(lane, context))
      for (const problem of context.isBrief ? [] : await checkTrust(lanes[0].visits, forms, log))
        note(problem, 'trust')
      facts.tries++
    } finally {
      await Promise.all(lanes.map(({ visits }) => visits.close()))
    }
    return {
      ...facts,
      violations: [...found].map(([what, where]) => `${what} — ${[...where].join(', ')}`),
    }
  })
}

async function visitForm({ visits, configs }, form, { note, log, timeIsUp, facts, isBrief }) {
  if (timeIsUp()) {
    facts.unfinished = true
    return log(`the time was up before: ${form.name}`)
  }
  const known = await befriend(visits, form)
  configs.set(form, known.config)
  const counting = isBrief ? [] : await settingsThatCount(visits, form, known)
  const { cwd } = rebuild(visits, form, hostileFiles(visits.bait))
  const visited = await visit(visits, cwd, known)
  const init = isBrief ? { tries: 0, problems: [] } : await visitWithInit(visits, form)
  const problems = [...counting, ...visited, ...init.problems]
  for (const problem of problems) note(problem, form.name)
  facts.tries += (isBrief ? 0 : SETTINGS_FILES.length) + 1 + init.tries
  log(`${form.name}: ${problems.length === 0 ? 'nothing changed' : `${problems.length} violations`}`)
}

/** All settings at once, in each of the files alone. */
async function settingsThatCount(visits, form, { config }) {
  const settings = everySetting(visits.bait)
  const problems = []
  for (const path of SETTINGS_FILES) {
    const options = rebuild(visits, form, [{ path, text: JSON.stringify(nest(settings)) }])
    const { forbidden, all } = await changedKeys(options, config, settings, form)
    if (forbidden.length > 0) problems.push(counted(path, forbidden))
    // Else an empty answer would pass for a safe one.
    if (form.name === 'tracked' && path === '.memdir/settings.json' && !all.includes('language'))
      problems.push('a harmless setting does not count')
  }
  return problems
}

const counted = (path, keys) => `counts from ${path} without approval: ${keys.join(', ')}`

async function trySingles({ visits, configs, random, tries }, { note, log, timeIsUp, facts }) {
  const settings = everySetting(visits.bait)
  for (let done = 0; done < tries && !timeIsUp() && configs.size > 0; done++) {
    const [form, config] = random.pick([...configs])
    const path = random.pick(SETTINGS_FILES)
    const key = random.pick(Object.keys(settings))
    const options = rebuild(visits, form, [{ path, text: spell(key, settings[key], random) }])
    const { forbidden } = await changedKeys(options, config, settings, form)
    if (forbidden.length > 0) note(counted(path, forbidden), form.name)
    if (++facts.tries % 50 === 0) log(`${facts.tries} repositories`)
  }
}

/** The settings that are not as they were; `forbidden`: those that may not change without approval. */
async function changedKeys(options, before, settings, { linked }) {
  const now = await configOf(options)
  const all = [...now.keys()].filter((key) => now.get(key) !== before.get(key))
  return { all, forbidden: all.filter((key) => linked || !isHarmless(key, settings[key])) }
}
