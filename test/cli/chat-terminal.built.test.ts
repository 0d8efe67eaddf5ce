// What `memdir chat` asks a person, in a pseudo terminal.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMAND, ended } from './run-memdir.ts'
import { hasTerminal, useChat } from './use-chat.ts'

const talk = useChat()

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

describe.runIf(hasTerminal)('in a terminal', () => {
  it('/memory edit opens the editor, which has the whole terminal, and the conversation continues', async () => {
    await talk.serve(['Good.'])
    const { id } = talk.cli.add('Releases go out on Tuesdays')
    // An editor that reads what the person types: it would wait for ever without a line.
    const editor = talk.cli.editor(
      'printf "new day? "; read day; sed -i "s/Tuesdays/$day/" "$1"; echo "editor done"',
    )
    const { end, said, type } = talk.terminal([], editor as { EDITOR: string })
    await said('› ')
    type(`/memory edit ${id}\n`)
    await said('new day? ')
    type('Fridays\n')
    await said('editor done')
    await said('Changed: ')
    await said('› ')
    expect(talk.cli.json(['show', id]).data.memory.content).toContain('Fridays')
    type('Hello again.\n')
    await said('Good.')
    type('/exit\n')
    expect((await end).code).toBe(0)
    expect(talk.cli.json(['log', id]).data.changes[0]).toMatchObject({ actor: 'user' })
  })

  it('/memory edit opens an instruction file as it is listed', async () => {
    await talk.serve([])
    const rules = write(join(talk.cli.place.project, 'CLAUDE.md'), 'Use tabs.\n')
    const editor = talk.cli.editor('sed -i s/tabs/blanks/ "$1"; echo "editor done"')
    const { end, said, type } = talk.terminal([], editor as { EDITOR: string })
    await said('› ')
    type('/memory\n')
    await said(' 1. CLAUDE.md')
    await said('› ')
    type('/memory edit CLAUDE.md\n')
    await said('editor done')
    await said('counts after /clear')
    await said('› ')
    type('/exit\n')
    expect((await end).code).toBe(0)
    expect(readFileSync(rules, 'utf8')).toBe('Use blanks.\n')
  })

  it.each(['xterm', 'dumb'])('a hint appears above the prompt, which is drawn again (%s)', async (TERM) => {
    await talk.serve([])
    const { end, said, type } = talk.terminal([], { TERM })
    await said('› ')
    type('\u0003')
    await said('Ctrl-C again leaves.')
    await said('› ')
    type('\u0003')
    expect((await end).code).toBe(130)
  })

  it('/memory edit without a terminal says what to do instead', async () => {
    await talk.serve([])
    const { id } = talk.cli.add('Releases go out on Tuesdays')
    const { err } = await talk.chat([], `/memory edit ${id}\n/memory edit\n`)
    expect(err).toContain('/memory edit needs a terminal. Use `memdir edit ID --content TEXT`.')
    expect(err).toContain('/memory edit needs an id')
  })

  it('asks before instructions include a file outside the project, and remembers a yes', async () => {
    await talk.serve(['One.', 'Two.', 'Three.'])
    const outside = write(join(talk.cli.place.root, 'elsewhere', 'rules.md'), 'Cents, never floats.\n')
    write(join(talk.cli.place.project, 'CLAUDE.md'), `Rules: @${outside}\n`)
    const ask = async (answer: string | undefined, words: string) => {
      const { end, said, type } = talk.terminal()
      if (answer !== undefined) {
        await said(`wants conversations to include ${outside}, which is outside the project`)
        await said('Allow exactly this')
        type(`${answer}\n`)
      }
      await said('› ')
      type('Hello there\n')
      await said(words)
      type('/exit\n')
      return (await end).out
    }
    await ask('n', 'One.')
    expect(talk.toldIn(0)).not.toContain('Cents, never floats.')
    await ask('y', 'Two.')
    expect(talk.toldIn(1)).toContain('Cents, never floats.')
    expect(await ask(undefined, 'Three.')).not.toContain('Allow exactly this')
    expect(talk.toldIn(2)).toContain('Cents, never floats.')
  })

  it('asks before it runs the hooks of a project; a no, and no terminal, mean that they do not run', async () => {
    await talk.serve(['One.', 'Two.', 'Three.', 'Four.'])
    const mark = join(talk.cli.place.root, 'ran')
    const hooks = { UserPromptSubmit: [{ hooks: [{ type: 'command', command: `echo run >> '${mark}'` }] }] }
    const settings = join(talk.cli.place.project, '.memdir', 'settings.json')
    write(settings, JSON.stringify({ hooks }))
    const say = async (answer: string | undefined, words: string) => {
      const { end, said, type } = talk.terminal()
      if (answer !== undefined) {
        await said('"command": "echo run')
        await said('Allow exactly this')
        type(`${answer}\n`)
      }
      await said('› ')
      type('Hello there\n')
      await said(words)
      type('/exit\n')
      return end
    }
    await say('n', 'One.')
    const piped = await talk.chat(['-p', 'Hello there'])
    expect([piped.out, piped.err]).toEqual([
      'Two.\n',
      expect.stringContaining('.memdir/settings.json: hooks'),
    ])
    expect(existsSync(mark)).toBe(false)
    await say('y', 'Three.')
    expect(readFileSync(mark, 'utf8')).toBe('run\n')
    expect((await say(undefined, 'Four.')).out).not.toContain('Allow exactly this')
    expect(readFileSync(mark, 'utf8')).toBe('run\nrun\n')
    // Other hooks are another question.
    write(settings, JSON.stringify({ hooks: { ...hooks, Stop: hooks.UserPromptSubmit } }))
    expect((await talk.chat(['-p', 'Hello there'])).code).toBe(0)
    expect(readFileSync(mark, 'utf8')).toBe('run\nrun\n')
  })
})

describe('a provider’s package that is not installed', () => {
  it('is named with the command that installs it, in both languages and as a document', async () => {
    await talk.serve([])
    // The command on its own, where no package of ours is found.
    const copy = join(talk.cli.place.root, 'alone')
    cpSync(dirname(dirname(COMMAND)), join(copy, 'dist'), { recursive: true })
    cpSync(join(dirname(COMMAND), '..', '..', 'package.json'), join(copy, 'package.json'))
    const run = (args: string[], env: Record<string, string> = {}) => {
      const command = [process.execPath, join(copy, 'dist', 'bin', 'memdir.js')]
      const child = talk.start(['chat', '-p', 'Hello there', ...args], { command, env })
      child.stdin!.end()
      return ended(child)
    }
    const result = await run([])
    expect([result.code, result.out]).toEqual([1, ''])
    expect(result.err).toContain('The package openai is not installed.')
    expect(result.err).toContain('npm install openai@6.49.0')
    expect((await run([], { LANG: 'zh_CN.UTF-8' })).err).toContain('未安装软件包 openai')
    const anthropic = await run(['--model', 'anthropic/claude', '--output-format', 'json'], {
      ANTHROPIC_API_KEY: 'none',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
    })
    expect(JSON.parse(anthropic.out)).toMatchObject({
      ok: false,
      error: { code: 'unavailable', fix: expect.stringContaining('npm install @anthropic-ai/sdk@1.8.0') },
    })
    const ollama = await run(['--model', 'ollama/qwen3:8b'])
    expect(ollama.err).toContain('npm install ollama@0.6.4')
    expect(talk.server.requests).toEqual([])
  })
})
