// The odd configuration files (odd-files.mjs) in the real agents: each starts and lists its servers after init, after a
// write of its own, and after undo; what it wrote stays, and undo and uninstall give back every byte that was there.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { jsonForms, TOML_FORMS } from './odd-files.mjs'

const COMMAND = fileURLToPath(new URL('../../dist/bin/memdir.js', import.meta.url))

/** `list`: reads the whole file and names the servers. `write`: the agent's own way to change it. */
export const ODD_FILES = [
  {
    name: 'codex',
    file: '.codex/config.toml',
    forms: TOML_FORMS,
    list: ['codex', 'mcp', 'list'],
    write: ['codex', 'mcp', 'add', 'other', '--', 'true'],
    wrote: /\bother(?:\]| = )/,
  },
  {
    name: 'claude-code',
    file: '.claude/settings.json',
    forms: jsonForms({ at: 'somethingElse', hooks: 'Stop', accepts: ['mark'] }),
    list: ['claude', 'mcp', 'list'],
    // Its own way to change this file: a marketplace of somebody else.
    write: ({ root }) => ['claude', 'plugin', 'marketplace', 'add', otherMarket(root)],
    wrote: /"other"/,
  },
  {
    name: 'claude-code',
    title: 'claude-code-mcp',
    init: ['--mcp-hook'],
    file: '.claude.json',
    forms: jsonForms({ at: 'mcpServers', accepts: ['mark'] }),
    list: ['claude', 'mcp', 'list'],
    write: ['claude', 'mcp', 'add', '-s', 'user', 'other', '--', 'true'],
    wrote: /"other"/,
  },
  {
    name: 'gemini',
    file: '.gemini/settings.json',
    forms: jsonForms({ at: 'mcpServers', hooks: 'AfterAgent', accepts: ['comments'] }),
    list: ['gemini', 'mcp', 'list'],
    write: ['gemini', 'mcp', 'add', '-s', 'user', 'other', 'true'],
    wrote: /"other"/,
  },
  {
    name: 'opencode',
    file: '.config/opencode/opencode.jsonc',
    forms: jsonForms({
      at: 'mcp',
      entry: '"type": "local", "command": ["true"]',
      more: '"environment": { "A": "1" }',
      accepts: ['mark', 'comments', 'commas'],
    }),
    list: ['opencode', 'debug', 'config', '--pure'],
    write: ['opencode', 'mcp', 'add', 'other', '--', 'true'],
    wrote: /"other"/,
  },
  {
    name: 'qwen',
    file: '.qwen/settings.json',
    forms: jsonForms({ at: 'mcpServers', hooks: 'Stop', accepts: ['comments'] }),
    list: ['qwen', 'mcp', 'list'],
    write: ['qwen', 'mcp', 'add', '-s', 'user', 'other', 'true'],
    wrote: /"other"/,
  },
  {
    name: 'copilot',
    file: '.copilot/mcp-config.json',
    forms: jsonForms({ at: 'mcpServers', accepts: ['comments', 'commas'] }),
    list: ['copilot', 'mcp', 'list'],
    write: ['copilot', 'mcp', 'add', 'other', '--', 'true'],
    wrote: /"other"/,
  },
  {
    name: 'cline',
    file: '.cline/data/settings/cline_mcp_settings.json',
    forms: jsonForms({ at: 'mcpServers', accepts: [] }),
    // It has no list; whatever it adds, it reads the file for.
    list: ['cline', 'mcp', 'add', 'probe', '--yes', '--', 'true'],
    namesNothing: true,
    write: ['cline', 'mcp', 'add', 'other', '--yes', '--', 'true'],
    wrote: /"other"/,
  },
]

const BAD = /corrupt|invalid|error|fix the config/i

/** Some of the forms only: MEMDIR_ODD_FORMS is a pattern of their names. */
const chosen = new RegExp(process.env.MEMDIR_ODD_FORMS ?? '')

export function checkOddFiles(tried, binaries, report) {
  for (const [form, text] of Object.entries(tried.forms)) {
    if (!chosen.test(form)) continue
    const lab = openOddLab(tried, binaries)
    try {
      checkForm(lab, form, text, report)
    } catch (error) {
      report(`${form}: ran to its end`, false, { output: String(error.stack ?? error) })
    } finally {
      rmSync(lab.root, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

function checkForm(lab, form, text, report) {
  const { tried } = lab
  const init = ['init', tried.name, ...(tried.init ?? []), '--yes']
  const undo = ['init', tried.name, '--undo', '--yes']
  lab.put(text)
  const before = lab.list()
  if (!before.ok) return report(`${form}: all steps`, 'skip', 'the agent does not read this file as it was')
  lab.put(text)
  const steps = []
  const step = (what, ok, output = '') => steps.push({ what, ok, output })
  const starts = (what, has) => {
    const listed = lab.list()
    const isIn = /\bmemdir\b/.test(tried.namesNothing ? lab.read() : listed.output)
    step(`starts ${what}`, listed.ok && isIn === has, listed.output)
  }
  // What an earlier memdir marked is ours, and goes.
  const had = /\bmemdir\b/.test(tried.namesNothing ? text : before.output) && !form.includes('marked part')

  lab.memdir(...init)
  const after = lab.read()
  starts('after init', true)
  lab.put(after)
  step('init again changes nothing', JSON.parse(lab.memdir(...init, '--json')).data.changed === false)
  lab.memdir(...undo)
  step('undo gives every byte back', lab.read() === text || form.includes('marked part'), lab.read())

  lab.put(text)
  lab.memdir(...init)
  if (tried.write) {
    const wrote = lab.run(typeof tried.write === 'function' ? tried.write(lab) : tried.write)
    step('the agent writes', wrote.code === 0 && tried.wrote.test(lab.read()), wrote.output + lab.read())
    step('and memdir is still set up', JSON.parse(lab.memdir(...init, '--json')).data.changed === false)
    lab.memdir(...undo)
    step('undo keeps what it wrote', tried.wrote.test(lab.read()), lab.read())
    starts('after undo', had)
  }

  lab.put(text)
  lab.memdir(...init)
  lab.memdir('uninstall', '--yes')
  step('uninstall gives every byte back', lab.read() === text || form.includes('marked part'), lab.read())
  const failed = steps.find(({ ok }) => !ok)
  report(`${form}: ${steps.length} steps${failed ? ` (${failed.what})` : ''}`, !failed, failed)
}

function otherMarket(root) {
  const directory = join(root, 'market')
  mkdirSync(join(directory, '.claude-plugin'), { recursive: true })
  const market = { name: 'other', owner: { name: 'somebody' }, plugins: [] }
  writeFileSync(join(directory, '.claude-plugin', 'marketplace.json'), JSON.stringify(market))
  return directory
}

function openOddLab(tried, binaries) {
  const root = mkdtempSync(join(tmpdir(), `odd-lab-${tried.name}-`))
  const [home, project] = ['home', 'project'].map((name) => join(root, name))
  for (const directory of [home, project]) mkdirSync(directory)
  const path = join(home, tried.file)
  const env = {
    PATH: `${binaries}:${process.env.PATH}`,
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    NO_BROWSER: '1',
    MEMDIR_BACKGROUND: '0',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    npm_config_fetch_retries: '0',
  }
  const run = ([command, ...args]) => {
    const options = {
      cwd: project,
      env,
      encoding: 'utf8',
      timeout: 120_000,
      stdio: ['ignore', 'pipe', 'pipe'],
    }
    const done = spawnSync(command, args, options)
    return { code: done.status, output: `${done.stdout}${done.stderr}` }
  }
  return {
    tried,
    root,
    run,
    read: () => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
    put(text) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    },
    list() {
      const { code, output } = run(tried.list)
      const said = output.replace(/^WARNING:.*$/gm, '')
      return { ok: code === 0 && !BAD.test(said), output: said }
    },
    memdir(...args) {
      const { code, output } = run([process.execPath, COMMAND, ...args])
      if (code !== 0) throw new Error(`memdir ${args.join(' ')}: ${output}`)
      return output.trim()
    },
  }
}
