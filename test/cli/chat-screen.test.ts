// `memdir chat` as a person sees it: in a real terminal (tmux), whose screens are golden files.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { replyWithTools } from '../../src/testing/reply.ts'
import { COMMAND } from './run-memdir.ts'
import { useChat } from './use-chat.ts'

const talk = useChat()
/** Debian and most others have it as the package tmux. */
const hasTmux = spawnSync('tmux', ['-V']).status === 0
let socket: string | undefined

const tmux = (...args: string[]) => {
  const done = spawnSync('tmux', ['-S', socket!, '-f', '/dev/null', ...args], { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`tmux ${args[0]}: ${done.stderr}`)
  return done.stdout
}

function open(columns: number, rows: number) {
  socket = join(talk.cli.place.root, 'tmux')
  const variables = Object.entries({
    ...talk.cli.place.env,
    NO_COLOR: '',
    LANG: 'C.UTF-8',
    TERM: 'screen-256color',
  }).flatMap(([name, value]) => (value === undefined ? [] : ['-e', `${name}=${value}`]))
  const size = ['-x', String(columns), '-y', String(rows)]
  const where = ['-c', talk.cli.place.project]
  tmux('-u', 'new-session', '-d', ...size, ...where, ...variables, process.execPath, COMMAND, 'chat')
  const screen = () => tmux('capture-pane', '-p').trimEnd()
  return {
    screen,
    type: (text: string) => void tmux('send-keys', '-l', text),
    press: (...keys: string[]) => void tmux('send-keys', ...keys),
    resize: (x: number) => void tmux('resize-window', '-x', String(x), '-y', String(rows)),
    shows: (words: string | RegExp) => expect.poll(screen, { timeout: 30_000, interval: 50 }).toMatch(words),
  }
}

afterEach(() => {
  if (socket !== undefined) spawnSync('tmux', ['-S', socket, 'kill-server'])
  socket = undefined
})

const golden = (name: string) => `../golden/chat-screen-${name}.txt`
/** Times and places differ from run to run. */
const steady = (screen: string) =>
  screen.replaceAll(/· \d+ ms/g, '· 0 ms').replace(/Changed [\s\S]*? in 1 place/, 'Changed … in 1 place')

describe.runIf(hasTmux)('on the screen', () => {
  it('an answer in Markdown, an edit with what it changes, and the prompt below them, in Chinese too', async () => {
    writeFileSync(
      join(talk.cli.place.project, 'price.ts'),
      'export const price = 1\nexport const unit = "EUR"\n',
    )
    await talk.serve([
      replyWithTools({ tool: 'Read', input: { file_path: 'price.ts' } }),
      replyWithTools({
        tool: 'Edit',
        input: { file_path: 'price.ts', old_string: 'price = 1', new_string: 'price = 2' },
      }),
      '# 价格\n\n- 现在是 **2** 欧元\n- 见 `price.ts`\n\n```ts\nexport const price = 2\n```\nDone.',
    ])
    const { shows, type, press, screen } = open(60, 30)
    await shows('›')
    // A key that comes together with others counts as pasted.
    type('/mo')
    await shows('› /mo')
    press('Tab')
    await shows('› /mode')
    type('acceptEdits')
    press('Enter')
    await shows('acceptEdits: ')
    type('把 @pri')
    await shows('@pri')
    press('Tab')
    await shows('@price.ts')
    type(' 里的价格改为二\\')
    press('Enter')
    await shows('…')
    type('please')
    press('Enter')
    await shows(/Done\.\n+›/)
    expect(talk.toldIn(0)).toContain('把 @price.ts 里的价格改为二\nplease')
    await expect(`${steady(screen())}\n`).toMatchFileSnapshot(golden('edit'))
  })

  it('what takes long says so, at any width; Esc stops it, and nothing of it stays', async () => {
    await talk.serve([{ say: [{ text: 'Slow. '.repeat(400) }], slow: { bytes: 20, pauseMs: 1_500 } }])
    const { shows, type, press, resize, screen } = open(60, 12)
    await shows('›')
    type('Talk.')
    press('Enter')
    await shows(/\d s · ~\d+ tokens · Esc stops/)
    resize(24)
    await shows(/\d s · ~\d+ token/)
    resize(60)
    press('Escape')
    await shows(/! Stopped\.\n+›/)
    expect(screen()).not.toContain('Esc stops')
  })
})
