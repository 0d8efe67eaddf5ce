// Errors and questions name what they are about: the file, the change, the record, the choice.
import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { useCli } from './use-cli.ts'

const { add, below, json, run } = useCli()

it('says what has to be confirmed, and what an undo would take back', () => {
  const { id, file } = add('The office is in Oslo')
  expect(run(['rm', id]).err).toContain('this needs a confirmation: Remove "The office is in Oslo"?')
  expect(run(['purge', id, '--lang', 'zh']).err).toContain(
    '此操作需要确认：彻底清除“The office is in Oslo”及其历史？',
  )
  const asked = run(['undo', '--since', '1h']).err
  expect(asked).toContain(file)
  expect(asked).toContain('this needs a confirmation: Undo 1 change?')
  expect(run(['purge', id, '--yes']).out).toContain(`Erased: The office is in Oslo (${id})`)
})

it('takes the labels that are shown for types and kinds, and refuses an end that has passed', () => {
  const { id } = add('发布前要跑回归', '--type', '项目', '--kind', '工作流程')
  expect(json(['show', id]).data.memory).toMatchObject({ type: 'project', kind: 'workflow' })
  expect(json(['list', '--type', '项目']).data.total).toBe(1)
  expect(json(['list', '--type', '反馈']).data.total).toBe(0)
  expect(run(['edit', id, '--set', 'type=反馈']).code).toBe(0)
  const ended = run(['edit', id, '--set', 'expires=2020-01-01'])
  expect([ended.code, ended.err]).toEqual([2, expect.stringContaining('"2020-01-01" is in the past')])
})

it('says what to do about a name that is taken, a file that cannot be read, a record that is wrong', () => {
  add('one', '--file', 'one.md')
  expect(run(['add', 'two', '--file', 'one.md']).err).toContain(
    'Choose another name, or change what is there',
  )
  mkdirSync(below('folder'))
  expect(run(['secrets', 'scan', below('folder')]).err).toContain(
    'Check that it is a file that you may read.',
  )
  expect(run(['secrets', 'scan', below('none')]).err).toContain('Give files that exist.')
  writeFileSync(
    below('records.json'),
    JSON.stringify([{ content: 'One' }, { content: 'Two', importance: 99 }]),
  )
  expect(run(['import', below('records.json')]).err).toContain(
    'memory 2 was left out: importance must be a number from 1 to 5, not 99',
  )
  expect(run(['import', '--help']).out).toContain('mcp-memory')
})

it('speaks Chinese in every column, and says what is not there', () => {
  const older = add('The API listens on port 8080', '--tags', 'api,net')
  const newer = add('The API now listens on port 9090')
  const shown = run(['show', older.id, '--lang', 'zh']).out
  expect(shown).toContain(`已被 ${newer.id} 取代`)
  expect(shown).toMatch(/来源 +用户\n/)
  expect(shown).toContain('api、net')
  expect(run(['log', '--lang', 'zh']).out).toMatch(/ 用户 /)
  run(['off'])
  expect(run(['status', '--lang', 'zh']).out).not.toMatch(/own|user/)
  expect(run(['stats']).out).toContain('average importance')
  expect(run(['tag', newer.id, 'remove', 'gone']).err).toBe('It has no tag "gone".\n')
  expect(run(['list', '--type', 'x', '--lang', 'zh']).err).toContain('user、feedback')
  expect(run(['config', 'set', 'compact.later', '1']).code).toBe(0)
})

it('says once which texts go to an embedding provider, to the person, before the first of them does', () => {
  mkdirSync(below('home'), { recursive: true })
  writeFileSync(
    below('home/settings.json'),
    JSON.stringify({ storage: { embeddingModel: 'm', embeddingUrl: 'http://0.0.0.0:9/v1' } }),
  )
  const told =
    /Your settings name an embedding provider: 0\.0\.0\.0:9 \(storage\.embeddingModel m\)\. .*Nothing has been sent/
  // Neither a program that reads JSON nor an agent is the person.
  expect(json(['list']).data).toMatchObject({ total: 0 })
  expect(run(['list'], { env: { CLAUDECODE: '1' } }).err).not.toMatch(told)
  expect(run(['list']).err).toMatch(told)
  expect(run(['list']).err).not.toMatch(told)
  expect(run(['status']).err).toContain('goes to 0.0.0.0:9 for embedding (m)')
  expect(json(['status']).data.texts_go_to).toBe('0.0.0.0:9')
  expect(run(['doctor']).err).toContain('goes to 0.0.0.0:9 for embedding (m)')
})
