// A conversation with secrets in it: the model gets them, and nothing that memdir writes holds them.
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { replyWithTools } from '../support/published/reply.ts'
import { useChat } from './use-chat.ts'

const talk = useChat()

// Put together here, so that no scanner finds one in this file.
const BODY = 'q7Rt2Yp9Lk4Wz8Nc3Vb6Mx1Hs5Jd0FgA2eUo'
const GITHUB = `${'ghp'}_${BODY}`
const NPM = `${'npm'}_${[...BODY].reverse().join('')}`
const PASSWORD = `${'Wq7'}tZp2Lx9Rk`
const STRIPE = `${'sk'}_live_${BODY.slice(2, 28)}`
const SECRETS = [GITHUB, NPM, PASSWORD, STRIPE]

/** Every file below a directory, by its path. */
function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true })
    .map((name) => join(directory, String(name)))
    .filter((path) => lstatSync(path).isFile())
}

function expectNowhere(directory: string) {
  const files = filesBelow(directory)
  expect(files.length).toBeGreaterThan(0)
  for (const path of files) {
    const text = readFileSync(path, 'latin1')
    for (const secret of SECRETS) expect(text.includes(secret.slice(4, 16)), path).toBe(false)
  }
}

async function haveSecretsSaid() {
  const { project } = talk.cli.place
  writeFileSync(
    join(project, '.env'),
    `STRIPE_KEY=${STRIPE}\nDATABASE_URL=postgres://app:${PASSWORD}@db.acme.io/x\n`,
  )
  await talk.serve([
    replyWithTools({ tool: 'Read', input: { file_path: join(project, '.env') } }),
    replyWithTools({ tool: 'Grep', input: { pattern: NPM, path: project } }),
    `You gave me ${GITHUB}; the file has ${STRIPE}.`,
    'Going on.',
  ])
  return talk.chat(['-p', `My token is ${GITHUB}, what is in .env?`, '--output-format', 'json'])
}

describe('secrets in a conversation', () => {
  it('reach the model and no file, and the person is told which', async () => {
    const { code, out } = await haveSecretsSaid()
    const { data } = JSON.parse(out)
    expect(code).toBe(0)
    expect(talk.toldIn(1)).toContain(STRIPE)
    expect(talk.toldIn(1)).toContain(GITHUB)
    expectNowhere(talk.cli.place.home)
    for (const secret of SECRETS) expect(out).not.toContain(secret)
    expect(data.answer).toContain('[redacted: github-pat]')
    expect(data.notices.join('\n')).toMatch(
      /github-pat.*openai-compatible\/local has it, the log on disk does not/,
    )
    const lines = readFileSync(data.transcript, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const cut = lines.flatMap(({ redacted = [] }) => redacted)
    expect(cut).toContain('github-pat')
    expect(cut).toContain('connection-string')
    expect(cut).toContain('npm-access-token')
    const call = lines.flatMap(({ content = [] }) => content).find(({ name }) => name === 'Grep')
    expect(JSON.parse(call.inputJson).pattern).toBe('[redacted: npm-access-token]')
  })

  it('of the index are not sent, whatever the line says of them', async () => {
    for (const said of ['db password: ', 'redis password is ', 'wifi passphrase: ', '密码：'])
      talk.cli.run(['add', `${said}${PASSWORD}`, '--separate'])
    await talk.serve(['Hi.'])
    await talk.chat(['-p', 'hello world'])
    const sent = JSON.stringify(talk.messagesOf(0))
    for (const name of ['db password', 'redis password', 'wifi passphrase', '密码'])
      expect(sent).toContain(name)
    expect(sent).not.toContain(PASSWORD)
    const index = talk.cli.run(['index'], { env: { CLAUDECODE: '1' } }).out
    expect(index).toContain('redis password is [redacted')
    expect(index).not.toContain(PASSWORD)
  })

  it('are not shown on the screen as the words come', async () => {
    await talk.serve([`Your token is ${GITHUB}, as you said.\nBye.`])
    const { out, err } = await talk.chat([], 'Which token did I tell you?\n')
    expect(out).toBe('Your token is [redacted: github-pat], as you said.\nBye.\n')
    expect(err).toContain('the log on disk does not')
    expectNowhere(talk.cli.place.home)
  })

  it('are not there any more when the conversation continues, and everybody is told', async () => {
    await haveSecretsSaid()
    const { err } = await talk.chat(['--continue', '-p', 'Go on.'])
    expect(err).toContain('were cut out of this conversation when it was saved')
    const reported = talk.toldIn(3)
    expect(reported).toContain('My token is [redacted: github-pat]')
    expect(reported).toContain('resumed from its log')
    for (const secret of SECRETS) expect(reported).not.toContain(secret)
    const chinese = await talk.chat(['--continue', '-p', 'Go on.', '--lang', 'zh'])
    expect(chinese.err).toContain('此对话保存时删去了密钥')
  })
})
