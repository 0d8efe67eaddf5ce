import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changedLines, editLines } from './edit-lines.ts'
import { createSpinner } from './spinner.ts'

describe('what shows that something is going on', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function open(columns = 80) {
    let screen = ''
    const spinner = createSpinner({
      write: (text) => {
        screen += text
      },
      label: (seconds, tokens) => `${seconds} s · ${tokens} tokens`,
      columns: () => columns,
    })
    return { spinner, screen: () => screen, line: () => screen.split('\r\u001b[K').at(-1) }
  }

  it('comes when nothing else was written for a while, with time and tokens', () => {
    const { spinner, screen, line } = open()
    spinner.start()
    vi.advanceTimersByTime(300)
    expect(screen()).toBe('')
    spinner.count(12)
    vi.advanceTimersByTime(2_000)
    expect(line()).toMatch(/^. 2 s · 12 tokens$/)
    spinner.stop()
    expect(line()).toBe('')
    const before = screen()
    vi.advanceTimersByTime(2_000)
    expect(screen()).toBe(before)
  })

  it('leaves its line to others, and is cut to the width of the terminal', () => {
    const { spinner, screen, line } = open(10)
    spinner.start()
    vi.advanceTimersByTime(1_000)
    expect(line()!.length).toBeLessThanOrEqual(9)
    spinner.hold(true)
    expect(line()).toBe('')
    const before = screen()
    vi.advanceTimersByTime(5_000)
    expect(screen()).toBe(before)
    spinner.hold(false)
    vi.advanceTimersByTime(1_000)
    expect(line()).not.toBe('')
    spinner.stop()
  })
})

describe('what an edit changes', () => {
  const plain = (text: string) => text
  const output = {
    paint: { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain },
    say: (text: { en: string }) => text.en,
  }

  it('is shown without what stays', () => {
    expect(changedLines(['a', 'b', 'c'], ['a', 'x', 'y', 'c'])).toEqual({ removed: ['b'], added: ['x', 'y'] })
    expect(changedLines(['a', 'a'], ['a'])).toEqual({ removed: ['a'], added: [] })
    const input = { old_string: 'one\ntwo\n', new_string: 'one\n2\u001b[2J\n' }
    expect(editLines(output, 'Edit', input)).toEqual(['- two', expect.stringMatching(/^\+ 2[^\u001b]*$/)])
    expect(editLines(output, 'Bash', { command: 'x' })).toEqual([])
  })

  it('is cut where it is long', () => {
    const lines = editLines(output, 'Write', { content: 'x\n'.repeat(40) })
    expect([lines.length, lines.at(-1)]).toEqual([17, '… 24 more lines'])
  })
})
