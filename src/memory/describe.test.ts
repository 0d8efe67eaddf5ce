import { describe, expect, it } from 'vitest'
import { describeAnew, describeText } from './describe.ts'

describe('a name made from a text', () => {
  it.each([
    ['Node.js 22 is the minimum', 'Node.js 22 is the minimum'],
    ['Use e.g. pnpm for installs. Not npm.', 'Use e.g. pnpm for installs'],
    ['Use a fast package manager, i.e. pnpm', 'Use a fast package manager, i.e. pnpm'],
    ['See https://example.com/x for more', 'See https://example.com/x for more'],
    ['Version 2.0 needs a migration. It is slow.', 'Version 2.0 needs a migration'],
    ['Release 1.3 shipped in June', 'Release 1.3 shipped in June'],
    ['用 Node.js 写。不用 Go。', '用 Node.js 写'],
    ['先测试！再发布', '先测试！'],
    ['Title\nand more', 'Title'],
    ['Is it done? Yes.', 'Is it done?'],
    ['...', 'Memory'],
  ])('of "%s" ends where its sentence ends', (text, name) => {
    expect(describeText(text).name).toBe(name)
  })

  it('is not cut within an address', () => {
    const text = 'The documentation is at https://docs.example.com/a/long/path, which nobody reads any more'
    expect(describeText(text).name).toContain('https://docs.example.com/a')
  })

  it('follows the text, one that somebody gave does not', () => {
    const content = 'The port is 8080'
    expect(describeAnew({ ...describeText(content), content }, 'The port is 9090')).toEqual({
      name: 'The port is 9090',
      description: 'The port is 9090',
    })
    expect(describeAnew({ name: 'Port', description: 'Where it is', content }, 'The port is 9090')).toEqual(
      {},
    )
  })
})
