import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMON_OPTIONS } from './command.ts'
import { commandHelp, overview } from './help.ts'
import { COMMAND_GROUPS, COMMANDS } from './registry.ts'

const PROMISED =
  'init add list show edit rm purge index doctor log diff undo config projects status on off path completion'

function listFiles(directory: string, pattern: RegExp): string[] {
  return readdirSync(directory, { recursive: true })
    .map((file) => join(directory, String(file)))
    .filter((file) => pattern.test(file))
}

describe('the help', () => {
  it('lists every promised command', () => {
    for (const name of PROMISED.split(' ')) expect(Object.keys(COMMANDS)).toContain(name)
    for (const language of ['en', 'zh'] as const)
      for (const name of PROMISED.split(' '))
        expect(overview(language)).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'))
  })

  it('has every command in one group, and no other', () => {
    const grouped = COMMAND_GROUPS.flatMap(({ commands }) => Object.keys(commands))
    const files = listFiles(join(import.meta.dirname, 'commands'), /(?<!\.test)\.ts$/)
    expect(new Set(grouped).size).toBe(grouped.length)
    expect(grouped.length).toBe(files.length)
  })

  it('shows examples with options that their commands take', async () => {
    for (const [name, { load }] of Object.entries(COMMANDS)) {
      const { command } = await load()
      const known = Object.entries({ ...COMMON_OPTIONS, ...command.options })
      const spellings = known.flatMap(([option, { short }]) => [`--${option}`, `-${short}`])
      for (const example of command.examples) {
        const [, line] = new RegExp(`\\bmemdir ${name}\\b(.*)`).exec(example) ?? []
        if (line === undefined) continue
        const own = line.replace(/"[^"]*"|'[^']*'|[|<>].*| -- .*/g, '')
        for (const [, option] of own.matchAll(/ (--?[a-z][a-z-]*)/gi)) expect(spellings).toContain(option)
      }
    }
  })

  it('names only commands that exist, in messages, help and documents', () => {
    const root = join(import.meta.dirname, '../..')
    const files = [
      ...listFiles(join(root, 'src'), /(?<!\.test)\.ts$/),
      ...listFiles(join(root, 'docs'), /\.md$/),
      join(root, 'README.md'),
    ]
    // `context`: named in comments, arrives with its issue; the others begin sentences.
    const known = new Set([...Object.keys(COMMANDS), 'help', 'context', 'is', 'made', 'needs'])
    const wrong = files.flatMap((file) => {
      const named = readFileSync(file, 'utf8').matchAll(/`memdir ([a-z]+)\b|"memdir ([a-z]+)\b(?=[^"]*")/g)
      return [...named].flatMap(([text, one, other]) =>
        known.has(one ?? other ?? '') ? [] : [`${file}: ${text}`],
      )
    })
    expect(wrong).toEqual([])
  })

  it.each(Object.keys(COMMANDS))(
    'of %s says what it does, its options and an example, in both languages',
    async (name) => {
      const { command } = await COMMANDS[name]!.load()
      expect(command.usage.split(' ')[0]).toBe(name)
      expect(command.examples.length).toBeGreaterThan(0)
      for (const example of command.examples)
        expect(example).toMatch(new RegExp(`memdir (?:${name}|path)\\b`))
      const english = commandHelp(command, 'en')
      const chinese = commandHelp(command, 'zh')
      for (const [option, { internal }] of Object.entries({ ...command.options, ...COMMON_OPTIONS }))
        for (const text of [english, chinese])
          expect(text.includes(`  --${option}`) || text.includes(`, --${option}`)).toBe(!internal)
      expect(english.split('Examples:')[0]).not.toMatch(/[\u4e00-\u9fff]/)
      expect(COMMANDS[name]!.text.zh + command.help.zh).toMatch(/[\u4e00-\u9fff]/)
      for (const option of Object.values(command.options)) expect(option.text.zh).not.toBe('')
    },
  )
})
