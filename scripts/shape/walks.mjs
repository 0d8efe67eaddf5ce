// Four walks that must stay short, run for real with V8's own coverage: which modules' functions ran.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const MEMORIES = [
  'Deploys go through the staging environment first, then production on Tuesdays.',
  'Integration tests use a real PostgreSQL database, never a mock.',
  'The payments service is called payments_v3 and lives in services/payments.',
  '提交前先运行 npm run check，再推送到远程。',
  'The designer wants British spelling in all texts that customers read.',
]

/** Walk name → { modules, functions }. `root`: a built checkout. */
export async function walk(root) {
  const place = mkdtempSync(join(tmpdir(), 'memdir-shape-'))
  const at = (...parts) => join(root, 'dist', ...parts)
  const { openaiProtocol, startProviderServer } = await import(
    pathToFileURL(at('testing', 'published', 'index.js'))
  )
  const provider = await startProviderServer(openaiProtocol, () => 'Done.')
  const [home, project] = [join(place, 'home'), join(place, 'project')]
  mkdirSync(home)
  mkdirSync(project)
  const models = { main: 'openai-compatible/local', baseUrl: `${provider.url}/v1` }
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ models }))
  const run = createRunner({ project, env: environment(place, home) })
  const memdir = (...args) => [at('cli', 'main.js'), ...args]
  const prompt = { hook_event_name: 'UserPromptSubmit', session_id: 's1', cwd: project, prompt: QUESTION }
  try {
    for (const text of MEMORIES) await run(memdir('add', text))
    await run(memdir('reindex'))
    const covered = async (name, args, input) => {
      const directory = join(place, name)
      await run(args, input, { NODE_V8_COVERAGE: directory })
      return summarise(directory, pathToFileURL(at('')).href)
    }
    return {
      add: await covered('add', memdir('add', 'Release notes are written by the product manager.')),
      hook: await covered(
        'hook',
        [at('connect', 'sdk', 'hook-main.js'), 'claude-code'],
        JSON.stringify(prompt),
      ),
      search: await covered('search', memdir('search', 'which database do the tests use')),
      chat: await covered('chat', memdir('chat', '-p', QUESTION)),
    }
  } finally {
    await provider.close()
    rmSync(place, { recursive: true, force: true })
  }
}

const QUESTION = 'Which database do the integration tests use?'

function environment(place, home) {
  return {
    PATH: process.env.PATH,
    HOME: place,
    MEMDIR_HOME: home,
    MEMDIR_BACKGROUND: '0',
    // On a busy machine the hook would end by its deadline, before its walk does.
    MEMDIR_HOOK_SLOWER: '30',
    LANG: 'C.UTF-8',
  }
}

function createRunner({ project, env }) {
  return (args, input = '', extra = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, args, { cwd: project, env: { ...env, ...extra } })
      let said = ''
      child.stdout.on('data', (data) => (said += data))
      child.stderr.on('data', (data) => (said += data))
      child.on('close', (code) => (code === 0 ? resolve(said) : reject(new Error(`${args}: ${said}`))))
      child.stdin.end(input)
    })
}

function summarise(directory, base) {
  const ran = new Map()
  for (const file of readdirSync(directory)) {
    const { result } = JSON.parse(readFileSync(join(directory, file), 'utf8'))
    for (const { url, functions } of result) {
      if (!url.startsWith(base)) continue
      // The first "function" of a module is its top level: loading is not running.
      const called = functions.filter(({ ranges }) => ranges[0].startOffset > 0 && ranges[0].count > 0)
      if (called.length > 0) ran.set(url.slice(base.length).replace(/^\//, ''), called.length)
    }
  }
  return {
    modules: [...ran.keys()].sort(),
    functions: [...ran.values()].reduce((sum, count) => sum + count, 0),
  }
}
