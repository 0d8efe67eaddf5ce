// `--bare`: memory and all other extras off, on every command; only what the policy asks for stays.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useChat } from './use-chat.ts'

const { cli, serve, chat, toldIn } = useChat()

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** One word for each thing that a conversation is given besides what is asked. */
function furnish(claude: string): void {
  cli.run(['add', 'The harbour lights are painted viridian at night'])
  put(join(claude, 'CLAUDE.md'), 'Say USERINSTRUCTIONS.')
  put(join(claude, 'agents', 'rev.md'), '---\nname: rev\ndescription: USERAGENT\n---\nReview.')
  put(join(claude, 'skills', 'deploy', 'SKILL.md'), '---\ndescription: USERSKILL\n---\nDo it.')
  put(join(cli.place.project, 'CLAUDE.md'), 'Say PROJECTINSTRUCTIONS.')
}

const hook = (word: string) => ({
  UserPromptSubmit: [{ hooks: [{ type: 'command', command: `echo '{"additionalContext":"${word}"}'` }] }],
})

describe('--bare', () => {
  it('says nothing untrue of memory that is on without it, and counts the index', () => {
    cli.run(['add', 'one'])
    expect(cli.run(['add', 'two', '--bare']).err).toBe('')
    expect(cli.run(['status', '--bare']).out).toMatch(/index +2 lines/)
    cli.run(['off'])
    expect(cli.run(['status']).out).toMatch(/index +2 lines/)
    expect(cli.run(['add', 'three']).err).toContain('Memory is off here')
  })

  it('leaves a conversation nothing but what is asked', async () => {
    await serve(() => 'Done.', { hooks: hook('USERHOOK') })
    furnish(join(cli.place.root, 'user', '.claude'))
    const words = /viridian|USERINSTRUCTIONS|USERAGENT|USERSKILL|PROJECTINSTRUCTIONS|USERHOOK/g
    await chat(['-p', 'What colour are the harbour lights?'])
    expect(new Set(toldIn(0).match(words))).toEqual(
      new Set(['viridian', 'USERINSTRUCTIONS', 'USERAGENT', 'USERSKILL', 'PROJECTINSTRUCTIONS', 'USERHOOK']),
    )
    await chat(['--bare', '-p', 'What colour are the harbour lights?'])
    expect(toldIn(1).match(words)).toBeNull()
    await chat(['-p', 'What colour are the harbour lights?'], '', { MEMDIR_SIMPLE: '1' })
    expect(toldIn(2).match(words)).toBeNull()
  })

  it('is taken by every command, before and after its name', () => {
    cli.run(['add', 'The harbour lights are painted viridian at night'])
    const recalled = (args: string[]) => cli.json(args).data.memories
    const question = 'What colour are the harbour lights?'
    expect(recalled(['recall', question])).toHaveLength(1)
    expect(recalled(['recall', question, '--bare'])).toEqual([])
    expect(recalled(['--bare', 'recall', question])).toEqual([])
    expect(cli.json(['status', '--bare']).data).toMatchObject({ on: false })
  })
})

it('CLAUDE_CONFIG_DIR says where the person’s instructions, agents and skills are', async () => {
  await serve(() => 'Done.')
  furnish(join(cli.place.root, 'elsewhere'))
  await chat(['-p', 'Hi'], '', { CLAUDE_CONFIG_DIR: join(cli.place.root, 'elsewhere') })
  expect(toldIn(0)).toMatch(/USERINSTRUCTIONS[\s\S]*USERAGENT[\s\S]*USERSKILL/)
  await chat(['-p', 'Hi'])
  expect(toldIn(1)).not.toMatch(/USERINSTRUCTIONS|USERAGENT|USERSKILL/)
})
