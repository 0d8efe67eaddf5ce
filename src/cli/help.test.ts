import { describe, expect, it } from 'vitest'
import { commandHelp, overview } from './help.ts'
import { COMMANDS } from './registry.ts'

const PROMISED =
  'init add list show edit rm purge index doctor log diff undo config projects status on off path completion'

describe('the help', () => {
  it('lists every promised command', () => {
    for (const name of PROMISED.split(' ')) expect(Object.keys(COMMANDS)).toContain(name)
    for (const language of ['en', 'zh'] as const)
      for (const name of PROMISED.split(' '))
        expect(overview(language)).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'))
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
      for (const option of [...Object.keys(command.options), 'json', 'project', 'lang', 'help'])
        for (const text of [english, chinese]) expect(text).toContain(`--${option}`)
      expect(english.split('Examples:')[0]).not.toMatch(/[\u4e00-\u9fff]/)
      expect(COMMANDS[name]!.zh + command.help.zh).toMatch(/[\u4e00-\u9fff]/)
      for (const option of Object.values(command.options)) expect(option.zh).not.toBe('')
    },
  )
})
