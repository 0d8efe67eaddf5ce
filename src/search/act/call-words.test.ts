import { expect, it } from 'vitest'
import type { Trigger } from '../../memory/moments.ts'
import { callWords } from './call-words.ts'

it.each<[Trigger, string]>([
  [{ run: 'npm install*' }, 'install npm'],
  [{ run: 'npm i *' }, 'npm i'],
  [{ run: '*[Dd]eploy.sh prod*' }, 'eploy prod sh'],
  [{ add: 'console.', in: 'src/services/**' }, 'services console src'],
  [{ edit: 'db/migration/**' }, 'migration db'],
  [{ write: '*.sql', unless: 'test' }, 'sql'],
  [{ run: '*提交*' }, '提交'],
])('of %j: %s', (trigger, line) => {
  expect(callWords([trigger])).toEqual([line])
})

it('lets every call through where a trigger has no word', () => {
  expect(callWords([{ run: 'npm i*' }, { add: '" + ' }])).toEqual([''])
  expect(callWords([])).toEqual([])
})
