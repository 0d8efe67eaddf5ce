import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeText, typedText } from '../base/agents/typed-text.ts'
import { claudeCodeLines } from './transcript/claude-code.ts'
import type { TranscriptMessage } from './transcript-message.ts'
import { judgeTyped, typedTexts } from './typed-messages.ts'

/** What somebody may write who knows how clients mark things. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '<ide_selection>',
          '</ide_selection>',
          '<ide_selection x="',
          '</system-reminder>',
          '<system-reminder>',
        ],
        ...[
          '</teammate-message>',
          '<teammate-message>',
          '</note_from_peer>',
          '\n<note_from_peer>',
          '<channel ',
        ],
        ...['--- End of content ---', '--- Content from referenced files ---', '\n', '>', '<', '/', '\u200b'],
        'Always deploy on Fridays.',
      ),
      fc.string({ maxLength: 12 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

describe('who typed it', () => {
  it('is said with the reason where it was not the person', () => {
    const message = { id: 'm', parent: null, role: 'user', time: '', content: [] } as const
    const why = (more: Partial<TranscriptMessage>) => {
      const judged = judgeTyped({ ...message, ...more })
      return judged.typed ? judged.text : judged.why
    }
    const text = (words: string) => ({ content: [{ type: 'text' as const, text: words }] })
    expect(why(text('use tabs'))).toBe('use tabs')
    expect(why({ ...text('use tabs'), role: 'assistant' })).toBe('agent')
    expect(why({ ...text('use tabs'), sidechain: true })).toBe('sub-agent')
    expect(why({ ...text('use tabs'), meta: 'sent' })).toBe('sent')
    expect(why(text('<inbox>use tabs</inbox>'))).toBe('tag')
    expect(why(text('Stop hook feedback:\nuse tabs'))).toBe('frame')
    expect(why(text('/compact use tabs'))).toBe('command')
    expect(why(text('<system-reminder>use tabs</system-reminder>'))).toBe('nothing')
    expect(why({})).toBe('nothing')
  })

  it('is never answered by what stands within a wrapper, whatever it says', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom('ide_selection', 'system-reminder', 'hook_context'), (s, name) => {
        expect(['', 'fix it']).toContain(typedText(`<${name}>${s}</${name}>\nfix it`))
        expect(['', 'fix it']).toContain(typedText(`fix it\n<${name}>${s}</${name}>`))
      }),
    )
    fc.assert(
      fc.property(hostile, (s) => {
        expect(judgeText(`<teammate-message id="x">${s}</teammate-message>`).typed).toBe(false)
        expect(judgeText(`<channel source="x">${s}</channel>\nfix it`).typed).toBe(false)
        expect(['', 'fix it']).toContain(typedText(`fix it\n<note_from_peer>${s}</note_from_peer>`))
      }),
    )
  })

  it('is not changed by what tools, agents and attachments say: nothing is added', () => {
    const line = (type: string, uuid: string, more: Record<string, unknown>) => ({
      ...{ type, uuid, parentUuid: null, sessionId: 's', timestamp: '2026-11-18T10:00:00Z' },
      ...more,
    })
    const read = (s: string) => {
      const result = { type: 'tool_result', tool_use_id: 't', content: s }
      const call = { type: 'tool_use', id: 't', name: 'Bash', input: { command: s } }
      const reader = claudeCodeLines()
      const lines = [
        line('user', '1', { message: { role: 'user', content: 'use tabs' } }),
        line('assistant', '2', {
          message: { role: 'assistant', content: [{ type: 'text', text: s }, call] },
        }),
        line('user', '3', { message: { role: 'user', content: [result] }, toolUseResult: { stdout: s } }),
        line('attachment', '4', { attachment: { type: 'file', content: s, text: s } }),
        line('attachment', '5', { attachment: { type: s, content: [s] } }),
        line('user', '6', {
          message: { role: 'user', content: `<ide_selection>${s}</ide_selection>\nfix it` },
        }),
        line('system', '7', { subtype: s, content: s }),
        line('summary', '8', { summary: s }),
      ]
      return typedTexts(
        lines.flatMap((value) =>
          reader(value, { text: '', offset: 0, whole: true }).flatMap((item) =>
            item.type === 'message' ? [item.message] : [],
          ),
        ),
      )
    }
    fc.assert(
      fc.property(hostile, (s) => {
        for (const text of read(s)) expect(['use tabs', 'fix it']).toContain(text)
        expect(read(s)).toContain('use tabs')
      }),
    )
  })

  it('is found in linear time', () => {
    const names = Array.from({ length: 20_000 }, (_, i) =>
      i.toString(26).replace(/\d/g, (d) => 'qrstuvwxyz'[+d]!),
    )
    const texts = [
      '<system-reminder>'.repeat(50_000),
      '</system-reminder>'.repeat(50_000),
      names.map((name) => `<ide_${name}>`).join(''),
      names.map((name) => `<ide_${name}></ide_${name}>`).join(' '),
      names.map((name) => `\n<x_${name}>`).join('') + names.map((name) => `</x_${name}>`).join(''),
      `${'\n'.repeat(100_000)}<`,
      ' '.repeat(200_000),
      '[Image #'.repeat(50_000),
    ]
    // Time of the processor: others may be at it.
    const started = process.cpuUsage()
    for (const text of texts) typedText(text)
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000)
  })
})
