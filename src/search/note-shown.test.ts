import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryHome } from '../../test/support/published/temporary-home.ts'
import { openContext } from '../connect/open-context.ts'
import { noteShown } from './note-shown.ts'
import { recallFor } from './recall-for.ts'

const PASSWORD = `${'Xk9vQ2m'}Tz7Lp4Rw`

it.each([
  `Is the redis password: ${PASSWORD} still right for staging?`,
  `预发 staging redis 的密码：${PASSWORD} 还对吗？`,
])('the words that a memory was found by are kept, and no password among them: %s', async (prompt) => {
  const place = temporaryHome()
  const context = openContext({ directory: place.project, env: place.env })
  try {
    mkdirSync(context.location.memory, { recursive: true })
    writeFileSync(
      join(context.location.memory, 'redis.md'),
      `The redis of staging wants ${PASSWORD} as its password.\n`,
    )
    const result = await recallFor(context, { prompt, conversation: 'c1' })
    expect(JSON.stringify(result.memories[0]?.why)).toContain(PASSWORD)
    await noteShown(context, 'c1', result)
    const usage = join(context.location.state, 'usage')
    const kept = readdirSync(usage).map((name) => readFileSync(join(usage, name), 'utf8'))
    expect(kept.join()).toContain('"staging"')
    expect(kept.join().toLowerCase()).not.toContain(PASSWORD.toLowerCase())
  } finally {
    await context.close()
    place.remove()
  }
})
