// `memdir chat` as a person sees it: in a real terminal (tmux), whose screens are golden files.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { replyWithTools } from '../support/published/reply.ts'
import { COMMAND } from './run-memdir.ts'
import { useChat } from './use-chat.ts'

const talk = useChat()
/** Debian and most others have it as the package tmux; `npm test` says so where it is missing. */
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
    /** It has ended, and with it the terminal. */
    ended: () =>
      expect
        .poll(() => spawnSync('tmux', ['-S', socket!, 'has-session']).status, { timeout: 30_000 })
        .not.toBe(0),
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

  it('what was typed comes back with the arrow keys, in the next conversation too; lines by Alt-Enter', async () => {
    await talk.serve(['One.', 'Two.', 'Three.', 'Four.'])
    const secret = `ghp_${'a1B2c3D4e5'.repeat(3)}aBcDeF`
    const first = open(60, 16)
    await first.shows('›')
    first.type('first message')
    first.press('Enter')
    await first.shows(/One\.\n+›/)
    first.type('第一行')
    await first.shows('第一行')
    first.press('M-Enter')
    await first.shows('…')
    first.type('second line')
    first.press('Enter')
    await first.shows(/Two\.\n+›/)
    expect(talk.toldIn(1)).toContain('第一行\nsecond line')
    first.type(`use ${secret}`)
    first.press('Enter')
    await first.shows(/Three\.\n+/)
    await first.shows(/›$/)
    first.type('/exit')
    first.press('Enter')
    await first.ended()
    const again = open(60, 16)
    await again.shows('›')
    for (const shown of ['/exit', '第一行\nsecond line', 'first message']) {
      again.press('Up')
      await again.shows(shown)
    }
    again.press('Down')
    await again.shows('second line')
    await expect(`${steady(again.screen())}\n`).toMatchFileSnapshot(golden('history'))
    again.press('Enter')
    await again.shows(/Four\.\n+›/)
    expect(talk.toldIn(3)).toContain('第一行\nsecond line')
    const [project = ''] = readdirSync(join(talk.cli.place.home, 'projects'))
    const kept = join(talk.cli.place.home, 'projects', project, 'state', 'input-history.json')
    expect(statSync(kept).mode & 0o777).toBe(0o600)
    expect(readFileSync(kept, 'utf8')).not.toContain('ghp_')
  })

  it.each([
    ['narrow', 22],
    ['wide', 130],
  ])('Chinese is typed, corrected, wrapped and answered on a %s screen', async (name, columns) => {
    await talk.serve([
      '# 已完成\n\n价格现在是 **2.50 元**，测试全部通过。\n\n- 修改了 `price.ts`\n- 运行了 `npm test`\n',
    ])
    const { shows, type, press, screen } = open(columns, 26)
    await shows('›')
    type('请把价格改成两块五，然后运行全部测测')
    await shows('测测')
    press('BSpace')
    await expect.poll(screen).not.toContain('测测')
    type('试。')
    await shows('。')
    press('Enter')
    await shows(/npm test`?\n+›/)
    expect(talk.toldIn(0)).toContain('请把价格改成两块五，然后运行全部测试。')
    await expect(`${steady(screen())}\n`).toMatchFileSnapshot(golden(name))
  })

  it('what is typed survives a change of the width, and is sent whole', async () => {
    await talk.serve(['Fine.'])
    const { shows, type, press, resize, screen } = open(80, 14)
    await shows('›')
    const words = 'a message that is long enough to wrap when the screen becomes narrow, 中文也一样'
    type(words.slice(0, 60))
    await shows('narrow'.slice(0, 2))
    for (const columns of [30, 50, 24, 60]) {
      resize(columns)
      // Whoever draws for one width while the next is set, draws wrongly.
      await new Promise((wake) => setTimeout(wake, 500))
      await expect.poll(() => screen().replaceAll('\n', '').split('a message').length).toBe(2)
    }
    type(words.slice(60))
    await shows('一样')
    press('Enter')
    await shows(/Fine\.\n+›/)
    expect(talk.toldIn(0)).toContain(words)
    expect(screen().replaceAll('\n', '').split(`› ${words}`)).toHaveLength(2)
    expect(screen().split('\n').at(-1)).toBe('›')
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
