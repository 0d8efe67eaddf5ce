// The packages that a manifest says the project depends on, as a sentence would call them.
import { attempt } from '../../../base/values/attempt.ts'
import { isObject } from '../../../base/values/is-object.ts'

const JSON_FIELDS = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
  'require',
  'require-dev',
  'imports',
]
/** The name at the start of a line: `zod = "4"`, `requests>=2`, `gem "rails"`, `"httpx[http2]",` */
const LINE_NAME = /^\s*(?:gem\s+|require\s+)?["']?([A-Za-z@][\w@./-]+)/gm

/** In lower case, some of them more than once; none where the file is no manifest. */
export function findPackages(path: string, text: string): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (/^(?:package|composer|deno)\.jsonc?$/.test(name)) return inJson(text).flatMap(wordsOf)
  if (!/^(?:requirements.*\.txt|pyproject\.toml|Cargo\.toml|Gemfile|go\.mod)$/.test(name)) return []
  return [...text.matchAll(LINE_NAME)].flatMap(([, found = '']) => wordsOf(found))
}

function inJson(text: string): string[] {
  const manifest: unknown = attempt(() => JSON.parse(text))
  if (!isObject(manifest)) return []
  return JSON_FIELDS.flatMap((field) => (isObject(manifest[field]) ? Object.keys(manifest[field]) : []))
}

/** `@tanstack/react-query`: tanstack, react-query, react. Declarations of types are named after their package. */
function wordsOf(name: string): string[] {
  const parts = name.toLowerCase().split(/[/@]/)
  const last = parts.at(-1) ?? ''
  const words = [...parts, last.split(/[-_.]/)[0] ?? '']
  return words.filter((word) => word.length > 1 && word !== 'types' && word !== 'github.com')
}
