import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactSecrets } from '../../base/secrets/redact-secrets.ts'
import { redactWords } from './redact-words.ts'

const GITHUB = `${'ghp'}_${'q7Rt2Yp9Lk4Wz8Nc3Vb6Mx1Hs5Jd0FgA2eUo'}`
const redact = (text: string) => redactSecrets(text, { from: 'block' }).text

function streamed(pieces: readonly string[]): { parts: string[]; text: string } {
  const stream = redactWords(redact)
  const parts = [...pieces.map((piece) => stream.push(piece)), stream.end()]
  return { parts, text: parts.join('') }
}

test('words are shown as soon as they are whole', () => {
  const { parts } = streamed(['The ans', 'wer is', ' forty', '-two.\n', '答案是', '四十二'])
  expect(parts).toEqual(['The ', 'answer ', 'is ', 'forty-two.\n', '答案是', '四十二', ''])
})

test('a secret is never shown, however it is cut', () => {
  const text = `Your token is ${GITHUB}, keep it.\nThe url: postgres://app:Xk3vQ9tLm2@db.acme.io/x\nBye.`
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 40, maxLength: 160 }), (sizes) => {
      const pieces: string[] = []
      let at = 0
      for (const size of sizes) {
        pieces.push(text.slice(at, at + size))
        at += size
      }
      pieces.push(text.slice(at))
      const shown = streamed(pieces).text
      expect(shown).toBe(redact(text))
      expect(shown).not.toContain(GITHUB.slice(4, 12))
    }),
    { numRuns: 200 },
  )
})

test('a key is held back until its last line', () => {
  const dashes = '-----'
  const body = Array.from({ length: 4 }, (_, i) => `${i}${GITHUB.slice(4)}${GITHUB.slice(10)}`).join('\n')
  const key = `${dashes}BEGIN PRIVATE KEY${dashes}\n${body}\n${dashes}END PRIVATE KEY${dashes}\n`
  expect(streamed(`Here:\n${key}Done.\n`.split(/(?<=\n)/)).text).toBe(
    'Here:\n[redacted: private-key]\nDone.\n',
  )
})

test('ordinary text comes through as it is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('word', ' ', '\n', '。', 'é', '`code`', '-', '1. ', '**')),
      (pieces) => {
        expect(streamed(pieces).text).toBe(pieces.join(''))
      },
    ),
  )
})
