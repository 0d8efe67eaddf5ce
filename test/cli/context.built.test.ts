import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { useCli } from './use-cli.ts'

const cli = useCli()
const { json, run } = cli

/** A log as Claude Code writes it: a prompt, then files read one after another, with a pause in the middle. */
function log(name: string, { hour = false } = {}): string {
  const lines: object[] = []
  let time = Date.parse('2026-11-01T08:00:00Z')
  let number = 0
  const add = (type: string, message: object) => {
    const uuid = `u${number++}`
    const parentUuid = number > 1 ? `u${number - 2}` : null
    lines.push({ type, uuid, parentUuid, sessionId: 's', timestamp: new Date(time).toISOString(), message })
    time += 5_000
  }
  add('user', { role: 'user', content: 'Read everything.' })
  for (let at = 0; at < 40; at++) {
    const input = { file_path: `/src/f${at}.ts` }
    const cache_read_input_tokens = 20_000 + 3_000 * at
    add('assistant', {
      ...{ role: 'assistant', id: `msg_${at}`, model: 'claude-opus-4-6' },
      content: [{ type: 'tool_use', id: `t${at}`, name: 'Read', input }],
      usage: {
        ...{
          input_tokens: 1,
          output_tokens: 50,
          cache_read_input_tokens,
          cache_creation_input_tokens: 3_000,
        },
        cache_creation: {
          ephemeral_1h_input_tokens: hour ? 3_000 : 0,
          ephemeral_5m_input_tokens: hour ? 0 : 3_000,
        },
      },
    })
    // The call takes so long.
    if (at === 20) time += 20 * 60_000
    add('user', {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `t${at}`, content: 'z'.repeat(8_700) }],
    })
  }
  const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
  const path = cli.below(name)
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text)
  return path
}

describe('memdir context', () => {
  it('compares the policies on any number of logs, packed or not', () => {
    const { data } = json(['context', log('a.jsonl'), log('b.jsonl.gz')])
    expect(Object.keys(data)).toEqual(['requests', 'policies', 'default'])
    expect(data.requests).toBe(80)
    const [nothing, ...others] = data.policies
    expect(nothing).toEqual({ name: 'nothing', cost: 1, hit: expect.any(Number), breaks: 0 })
    const by = Object.fromEntries(others.map((policy: { name: string }) => [policy.name, policy]))
    expect(by[data.default].cost).toBeLessThan(0.95)
    expect(by.gap).toMatchObject({ breaks: 0 })
    expect(by.batch.breaks).toBeGreaterThan(0)
  })

  it('takes the life of the cache as recorded, or as it is told', () => {
    const path = log('hour.jsonl', { hour: true })
    const gap = (...more: string[]) =>
      json(['context', path, ...more]).data.policies.find(({ name }: { name: string }) => name === 'gap').cost
    expect(gap()).toBe(1)
    expect(gap('--ttl', '5m')).toBeLessThan(1)
  })

  it('shows what fills the window and what each level would do', () => {
    const { out } = run(['context', log('a.jsonl')])
    expect(out).toContain('tool results')
    expect(out).toMatch(/request \d+ .* clears old tool results \(enough at once\): [\d,]+ → [\d,]+/)
    expect(out).toMatch(/all of these .*what memdir does/)
    expect(out).toMatch(/would have paid [\d.]+ % less/)
  })

  it('leaves out what it does not know, and says so; nothing left is an error', () => {
    const other = cli.below('other.txt')
    writeFileSync(other, 'hello\n')
    const mixed = run(['context', other, log('a.jsonl'), '--json'])
    expect(mixed.err).toContain('left out')
    expect(JSON.parse(mixed.out).data.requests).toBe(40)
    expect(run(['context', other]).code).not.toBe(0)
    expect(run(['context', '/nonexistent']).err).toContain('cannot read')
    expect(run(['context', log('a.jsonl'), '--ttl', '2h']).code).toBe(2)
  })
})
