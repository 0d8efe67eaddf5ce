import { expect, test } from 'vitest'
import { describeText } from '../../base/text/describe-text.ts'
import { fileNameFor } from '../records/file-name.ts'

test('a name and a description are made of the first 4,000 characters', () => {
  expect(describeText(`${' '.repeat(3_999)}xy`)).toEqual({ name: 'x', description: 'x' })
  expect(describeText(`${' '.repeat(4_000)}xy`)).toEqual({ name: 'Memory', description: '' })
  expect(fileNameFor(`${' '.repeat(3_999)}xy`, 'user')).toBe('user_x')
})

test('a description has at most 150 characters', () => {
  expect(describeText('x'.repeat(150)).description).toBe('x'.repeat(150))
  expect([...describeText('x'.repeat(151)).description]).toHaveLength(150)
})
