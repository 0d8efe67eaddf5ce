// README.zh.md in step with README.md: as many sections, the same code, and above each Chinese section the hash of the
// English one that it translates. A changed English section fails until somebody looked at the Chinese one and ran
// `node scripts/check-readme.mjs --accept`.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const MARK = /^<!-- of: ([0-9a-f]{12}) -->\n/

const english = sections(readFileSync(`${root}README.md`, 'utf8'))
const chinese = sections(readFileSync(`${root}README.zh.md`, 'utf8'))
const hashes = english.map(hashOf)

if (process.argv.includes('--accept')) {
  const marked = chinese.map((text, at) => `<!-- of: ${hashes[at] ?? ''} -->\n${text.replace(MARK, '')}`)
  writeFileSync(`${root}README.zh.md`, marked.join(''))
} else {
  const problems = findProblems()
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}

function findProblems() {
  if (english.length !== chinese.length)
    return [`README.md has ${english.length} sections, README.zh.md ${chinese.length}`]
  return english.flatMap((text, at) => {
    const title = text.split('\n')[0]
    const translated = chinese[at]
    if (codeIn(text) !== codeIn(translated)) return [`other code in the Chinese section of "${title}"`]
    return MARK.exec(translated)?.[1] === hashes[at]
      ? []
      : [`"${title}" has changed: bring README.zh.md up to date, then node scripts/check-readme.mjs --accept`]
  })
}

/** Each begins with its heading, and the mark before it where there is one. */
function sections(text) {
  return text.split(/^(?=<!-- of: |(?<!<!-- of: [0-9a-f]{12} -->\n)#{1,2} )/m).filter((part) => part !== '')
}

function codeIn(text) {
  return (text.match(/^```[\s\S]*?^```$/gm) ?? []).join('\n')
}

function hashOf(text) {
  return createHash('sha256').update(text.trim()).digest('hex').slice(0, 12)
}
