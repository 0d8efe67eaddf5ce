// `.claude/` directories of the shapes that public repositories have: they load without a complaint, or with one line.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { replyWithTools } from '../support/published/reply.ts'
import { useChat } from './use-chat.ts'

const talk = useChat()
const FIXTURES = fileURLToPath(new URL('../fixtures/claude-directories', import.meta.url))
const SERVER = fileURLToPath(new URL('../fixtures/mcp/server.mjs', import.meta.url))

const use = (name: string) => cpSync(join(FIXTURES, name), talk.cli.place.project, { recursive: true })
/** What the person is told besides the answer. */
const ask = async (env: Record<string, string> = {}, ...args: string[]) => {
  const { code, err } = await talk.chat(['-p', 'Hello.', ...args], '', env)
  expect(code).toBe(0)
  return err.split('\n').filter((line) => line !== '')
}
const approve = () => {
  const waiting = talk.cli.json(['trust']).data.waiting as { name: string; hash: string }[]
  for (const { hash } of waiting) talk.cli.run(['trust', '--accept', hash])
  return waiting.map(({ name }) => name)
}
const waits = (parts: string) =>
  expect.stringContaining(
    `asks for things that need your approval, and they are ignored until then (${parts})`,
  )

describe('a .claude directory', () => {
  it('with agents whose descriptions are no YAML, commands, and settings of another program: not a word', async () => {
    use('web-shop')
    await talk.serve(['Hi.'])
    expect(await ask()).toEqual([])
    expect(talk.toldIn(0)).toContain(
      '- checkout-reviewer: Use this agent when code of the checkout has changed. Ex',
    )
    expect(talk.toldIn(0)).toContain(
      '- copy-writer: Writes product texts. &lt;example> user: "Describe the mug"',
    )
    expect(talk.toldIn(0)).toContain('Prices are integers in cents.')
  })

  it('with skills in directories: one line for the tools of one of them, and none once they are approved', async () => {
    use('data-lab')
    await talk.serve(['Hi.', 'Hi.', 'Hi.'])
    expect(await ask()).toEqual([waits('.claude/skills/clean-csv/SKILL.md: allowed-tools')])
    expect(talk.toldIn(0)).toContain('- clean-csv: Cleans CSV files: encodings, separators, empty rows.')
    expect(talk.toldIn(0)).toContain('- plots: How figures look here. Fonts, sizes, colours.')
    expect(talk.toldIn(0)).not.toContain('- nightly')
    expect(approve()).toEqual(['.claude/skills/clean-csv/SKILL.md'])
    expect(await ask()).toEqual([])
    await talk.chat(['-p', '/nightly 2026-11-18'])
    expect(talk.toldIn(2)).toContain('Start the run of 2026-11-18.')
  })

  it('with servers whose configuration has variables: one line, and once they are approved one for what is not set', async () => {
    use('infrastructure')
    await talk.serve(['Hi.', 'Hi.', 'Hi.'])
    expect(await ask()).toEqual([waits('.mcp.json: mcpServers')])
    expect(talk.toldIn(0)).toContain('Ask before anything is destroyed.')
    expect(talk.toldIn(0)).toContain('Plans are reviewed by two people.')
    expect(talk.toldIn(0)).not.toContain('Every module has an owner tag.')
    expect(approve()).toEqual(['.mcp.json'])
    const env = { INVENTORY_NODE: process.execPath, INVENTORY_SERVER: SERVER }
    expect(await ask(env)).toEqual([expect.stringMatching(/tracker.*TRACKER_TOKEN/)])
    const names = (talk.server.requests[1]!.body.tools as { function: { name: string } }[]).map(
      (tool) => tool.function.name,
    )
    expect(names).toContain('mcp__inventory__echo')
  })

  it('with agents that use every field, and a style that is not here: one line, and another once they are approved', async () => {
    use('platform')
    const delegate = { tool: 'Agent', input: { subagent_type: 'test-writer', prompt: 'Go.' } }
    await talk.serve(['Hi.', 'Hi.', replyWithTools(delegate), 'Written.', 'Hi.'])
    expect(await ask()).toEqual([
      waits(
        '.claude/settings.json: outputStyle; .claude/agents/quality/test-writer.md: hooks, permissionMode, model',
      ),
    ])
    expect(talk.toldIn(0)).toContain('- auditor: Looks for secrets and unsafe defaults. Use PROACTIVELY')
    expect(approve()).toEqual(['.claude/settings.json', '.claude/agents/quality/test-writer.md'])
    expect(await ask()).toEqual([expect.stringContaining('The output style "Explanatory" is not used')])
    expect(await ask()).toContainEqual(
      expect.stringContaining('The agent test-writer asks for the model claude-sonnet-4-5'),
    )
    expect(talk.toldIn(3)).toContain('One table per function.')
  })

  it('with a template among its agents: one line that names it, in both languages', async () => {
    use('course')
    await talk.serve(['Hi.', 'Hi.'])
    const template = '.claude/agents/AGENT_TEMPLATE.md'
    expect(await ask()).toEqual([
      expect.stringMatching(`${template} defines no agent or skill: name is missing or not a name$`),
    ])
    expect(talk.toldIn(0)).toContain('- tutor: 解释练习题')
    expect(talk.toldIn(0)).toContain('- grader: Grades exercises by the sheet (tools: Read)')
    expect(await ask({}, '--lang', 'zh')).toEqual([
      expect.stringMatching(`${template} 未定义代理或技能：缺少名称或名称无效$`),
    ])
  })
})
