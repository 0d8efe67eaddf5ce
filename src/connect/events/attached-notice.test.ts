// `recall.notice`: the person sees which memories a message was given. Off by default, in every way in which a prompt is
// answered.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { readClientEvent } from '../client-event.ts'
import { type Engine, openEngine } from '../engine.ts'
import { answerHook } from '../mcp/hook-tool.ts'
import { answerHookEvent } from './answer-hook.ts'

let place: TemporaryHome
let engine: Engine
beforeEach(async () => {
  place = temporaryHome()
  engine = openEngine({ directory: place.project, env: place.env })
  await engine.store.add(
    {
      content: 'Packages are installed with pnpm, never with npm.',
      name: 'Package manager',
      description: 'which package manager installs packages here',
    },
    { actor: 'test' },
  )
})
afterEach(async () => {
  await engine.close()
  place.remove()
})

const PROMPT = 'which package manager installs packages here?'
let turn = 0
const input = (agent?: string, prompt = PROMPT) => ({
  hook_event_name: agent === 'gemini' ? 'BeforeAgent' : 'UserPromptSubmit',
  session_id: `s${turn++}`,
  prompt,
})

async function printed(agent: string, prompt = PROMPT) {
  const raw = JSON.stringify(input(agent, prompt))
  const event = readClientEvent(JSON.parse(raw), { agent, env: place.env })
  const { output } = await answerHookEvent(engine, event, { env: place.env, raw, hook: turn })
  return output === '' ? {} : JSON.parse(output)
}

async function switchOn() {
  mkdirSync(place.home, { recursive: true })
  writeFileSync(join(place.home, 'settings.json'), JSON.stringify({ recall: { notice: true } }))
  await engine.close()
  engine = openEngine({ directory: place.project, env: place.env })
}

const LINE = 'memdir: 1 memory attached (Package manager)'

it('is not said unless the person wants it', async () => {
  const { systemMessage, hookSpecificOutput } = await printed('claude-code')
  expect(hookSpecificOutput.additionalContext).toContain('pnpm')
  expect(systemMessage).toBeUndefined()
})

it('is said in each client’s own way, where something was attached', async () => {
  await switchOn()
  for (const agent of ['claude-code', 'codex', 'gemini', 'qwen'])
    expect((await printed(agent)).systemMessage).toBe(LINE)
  expect((await printed('opencode')).notice).toBe(LINE)
  expect(JSON.parse((await answerHook(engine, input(), place.env)).text).systemMessage).toBe(LINE)
  expect((await printed('claude-code', 'sort these birthday balloons by size')).systemMessage).toBeUndefined()
})

it('names the first three, in the language of the person', async () => {
  await switchOn()
  const { attachedNotice } = await import('./hook-notices.ts')
  const say = async (names: string[], episodes: number, env = {}) =>
    (await attachedNotice(engine, { ...place.env, ...env }, { names, episodes })).map(({ text }) => text)
  expect(await say(['A', 'B', 'C', 'D'], 0)).toEqual(['4 memories attached (A, B, C, …)'])
  expect(await say([], 2, { LC_ALL: 'zh_CN.UTF-8' })).toEqual(['已附上此前对话中的话：2 句'])
  expect(await say([], 0)).toEqual([])
})
