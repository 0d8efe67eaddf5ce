import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { InputHistory } from './input-history.ts'
import { openLineReader } from './line-reader.ts'

type Wrap = (write: () => void) => void

/** A terminal and the lines of a command, on the same stream. */
function open(onEscape?: () => void, history?: InputHistory) {
  const input = new PassThrough()
  const screen = new PassThrough()
  let drawn = ''
  screen.on('data', (chunk) => {
    drawn += chunk
  })
  let finishWriting = () => {}
  const pending = new Promise<void>((done) => {
    finishWriting = done
  })
  let wrap: Wrap | undefined
  const print = (line: string) => {
    const write = () => screen.write(`${line}\n`)
    if (wrap) wrap(write)
    else write()
  }
  const lines = {
    written: () => pending,
    wrapWrites(given: Wrap) {
      wrap = given
      return () => {
        wrap = undefined
      }
    },
  }
  const reader = openLineReader({
    ...{ terminal: true, lines, onInterrupt() {}, onEscape, history, input, output: screen },
  })
  return {
    reader,
    input,
    print,
    finishWriting: () => finishWriting(),
    drawn: () => drawn,
    isWrapped: () => wrap !== undefined,
  }
}

const soon = () => new Promise((wake) => setTimeout(wake, 5))

describe.each(['xterm', 'dumb'])('the prompt on a terminal of type %s', (type) => {
  beforeEach(() => void vi.stubEnv('TERM', type))
  afterEach(() => void vi.unstubAllEnvs())

  it.each(['next', 'question'] as const)('is drawn after the lines before it (%s)', async (ask) => {
    const { reader, input, print, finishWriting, drawn } = open()
    const answer = reader[ask]('› ')
    await soon()
    expect(drawn()).not.toContain('› ')
    print('Saved 1 memory')
    finishWriting()
    await soon()
    expect(drawn()).toMatch(/Saved 1 memory\n[^\n]*› /)
    input.write('hello\n')
    expect(await answer).toBe('hello')
    reader.close()
  })

  it('is drawn again, with what was typed, below a line that comes while it is shown', async () => {
    const { reader, input, print, finishWriting, drawn, isWrapped } = open()
    finishWriting()
    const answer = reader.next('› ')
    await soon()
    input.write('half a mess')
    await soon()
    const before = drawn().length
    print('Ctrl-C again leaves.')
    const after = drawn().slice(before)
    // The prompt's own line is erased, or left, before the line is written.
    expect(after).toMatch(type === 'dumb' ? /^\nCtrl-C/ : /^\u001b\[1G\u001b\[0JCtrl-C/)
    expect(after).toMatch(/again leaves\.\n[^\n]*› half a mess/)
    input.write('age\n')
    expect(await answer).toBe('half a message')
    expect(isWrapped()).toBe(false)
    reader.close()
  })
})

describe('what is typed', () => {
  it('goes on in the next line after a backslash, and a paste is one message', async () => {
    const { reader, input, finishWriting, drawn } = open()
    finishWriting()
    const message = reader.next('› ')
    await soon()
    input.write('first line\\\n')
    await expect.poll(drawn).toContain('… ')
    input.write('second line\n')
    expect(await message).toBe('first line\nsecond line')
    const paste = reader.next('› ')
    await soon()
    input.write('one\n\ntwo 中文\n')
    expect(await paste).toBe('one\n\ntwo 中文')
    reader.close()
  })

  it.each(['\u001b\r', '\u001b[13;2u'])(
    'goes on in the next line after %j, also while nothing is asked',
    async (key) => {
      const { reader, input, finishWriting, drawn } = open()
      finishWriting()
      const message = reader.next('› ')
      await soon()
      input.write(`first${key}`)
      await expect.poll(drawn).toContain('… ')
      input.write('second\r')
      expect(await message).toBe('first\nsecond')
      input.write(`third${key}fourth\r`)
      await soon()
      expect(await reader.next('› ')).toBe('third\nfourth')
      reader.close()
    },
  )

  it('comes back whole with the arrow keys, without answers to questions', async () => {
    const added: string[] = []
    const { reader, input, finishWriting } = open(undefined, {
      newest: () => ['newer', 'old\nin two lines'],
      add: (message) => void added.push(message),
    })
    finishWriting()
    const say = async (typed: string) => {
      const message = reader.next('› ')
      await soon()
      input.write(typed)
      return message
    }
    expect(await say('\u001b[A\u001b[A\r')).toBe('old\nin two lines')
    const answer = reader.question('sure? ')
    await soon()
    input.write('y\r')
    expect(await answer).toBe('y')
    expect(await say('\u001b[A\r')).toBe('old\nin two lines')
    reader.close()
    expect(added).toEqual(['old\nin two lines', 'old\nin two lines'])
  })

  it('Esc is told at once', async () => {
    let pressed = 0
    const { reader, input } = open(() => pressed++)
    input.write('\u001b')
    await expect.poll(() => pressed).toBe(1)
    reader.close()
  })
})
