import { expect, test } from 'vitest'
import { loadScanner } from './load-scanner.ts'

test('gives the scanner', async () => {
  const { scanSecrets, redactSecrets } = await loadScanner()
  expect(scanSecrets('nothing here')).toEqual([])
  expect(redactSecrets('nothing here')).toEqual({ text: 'nothing here', findings: [] })
})
