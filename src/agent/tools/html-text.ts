// The text of an HTML page: what a reader sees, with headings, lists and where its links lead. One pass over the source.

/** Their content is not text. */
const SKIPPED = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'head',
  'iframe',
  'object',
  'canvas',
])
/** The content of these is no markup: only their own end tag ends them. */
const RAW = new Set(['script', 'style', 'noscript', 'iframe', 'textarea', 'title'])
const BLOCKS = new Set(
  'address article aside blockquote body br dd div dl dt fieldset figcaption figure footer form header hr li main nav ol p pre section table tbody td tfoot th thead title tr ul'.split(
    ' ',
  ),
)

interface Tag {
  readonly name: string
  readonly closing: boolean
  readonly attributes: string
}

type Token = { readonly text: string } | { readonly title: string } | Tag

interface PageText {
  title: string
  text: string
}

/** `base`: what links are relative to. */
export function htmlText(html: string, base: string): PageText {
  const out: string[] = []
  const links: (string | undefined)[] = []
  let title = ''
  let pre = 0
  const write = (text: string) => {
    const line = pre > 0 ? text : text.replace(/\s+/g, ' ')
    const begins = pre === 0 && (out.at(-1) ?? '\n').endsWith('\n')
    const shown = begins ? line.trimStart() : line
    if (shown !== '') out.push(shown)
  }
  for (const token of tokensOf(html)) {
    if ('text' in token) write(token.text)
    else if ('title' in token) title ||= token.title
    else {
      const { name, closing } = token
      if (name === 'pre') pre = Math.max(0, pre + (closing ? -1 : 1))
      if (name === 'a' && !closing) links.push(linkOf(token.attributes, base))
      const link = name === 'a' && closing ? links.pop() : undefined
      const mark = link === undefined ? markOf(token) : ` (${link})`
      if (mark !== '') out.push(mark)
    }
  }
  return { title, text: tidy(out.join('')) }
}

/** What a tag itself shows. */
function markOf({ name, closing }: Tag): string {
  const heading = /^h([1-6])$/.exec(name)
  if (heading) return closing ? '\n\n' : `\n\n${'#'.repeat(Number(heading[1]))} `
  if (name === 'li') return closing ? '' : '\n- '
  if (name === 'p' || name === 'pre') return '\n\n'
  if (name === 'td' || name === 'th') return closing ? ' | ' : ''
  return BLOCKS.has(name) ? '\n' : ''
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function* tokensOf(html: string): Generator<Token> {
  // Names whose end was looked for and not found: looking again and again would take for ever.
  const endless = new Set<string>()
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at)
    if (open !== at) yield { text: decodeEntities(html.slice(at, open < 0 ? html.length : open)) }
    if (open < 0) return
    const read = readTag(html, open)
    at = read?.end ?? skipMarkup(html, open)
    if (!read && at === open + 1) yield { text: '<' }
    if (!read) continue
    const { name, closing } = read.tag
    if (closing || !(SKIPPED.has(name) || RAW.has(name)) || endless.has(name)) {
      yield read.tag
      continue
    }
    const end = endOf(html, name, at)
    if (!end) endless.add(name)
    const content = html.slice(at, end?.from ?? html.length)
    if (name === 'title') yield { title: decodeEntities(content).trim() }
    else if (name === 'head') yield { title: titleOf(content) }
    else if (name === 'textarea') yield { text: decodeEntities(content) }
    // A head need not be closed: what follows is the page. Of a script nothing is.
    at = end?.to ?? (name === 'head' ? at : html.length)
  }
}

const MAX_QUOTED = 4_000

/** undefined: this `<` begins no tag. */
function readTag(html: string, at: number): { tag: Tag; end: number } | undefined {
  const [start, slash, name] = /^<(\/?)([a-zA-Z][a-zA-Z0-9:-]*)/.exec(html.slice(at, at + 80)) ?? []
  if (start === undefined || name === undefined) return undefined
  const from = at + start.length
  const end = tagEnd(html, from)
  if (end === undefined) return undefined
  const attributes = html.slice(from, end)
  return { tag: { name: name.toLowerCase(), closing: slash === '/', attributes }, end: end + 1 }
}

/** Where its `>` is; undefined where another tag begins before. */
function tagEnd(html: string, from: number): number | undefined {
  for (let at = from; at < html.length; at++) {
    const character = html[at]
    if (character === '>') return at
    if (character === '<') return undefined
    if (character !== '"' && character !== "'") continue
    const close = html.slice(at + 1, at + 1 + MAX_QUOTED).indexOf(character)
    // A quotation that does not end, or is a whole picture, says nothing here.
    if (close < 0) {
      const end = html.indexOf('>', at)
      return end < 0 ? undefined : end
    }
    at += close + 1
  }
  return undefined
}

/** Comments and declarations; a lone `<` is passed by itself. */
function skipMarkup(html: string, at: number): number {
  const [ends, length] = html.startsWith('<!--', at) ? ['-->', 3] : ['>', 1]
  if (length === 1 && html[at + 1] !== '!' && html[at + 1] !== '?') return at + 1
  const end = html.indexOf(ends as string, at)
  return end < 0 ? html.length : end + (length as number)
}

function endOf(html: string, name: string, at: number): { from: number; to: number } | undefined {
  const pattern = new RegExp(`</${name}\\b[^>]{0,200}>`, 'gi')
  pattern.lastIndex = at
  const found = pattern.exec(html)
  return found ? { from: found.index, to: found.index + found[0].length } : undefined
}

function titleOf(head: string): string {
  const found = /<title[^>]{0,200}>([^<]{0,1000})/i.exec(head)
  return decodeEntities(found?.[1] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

function linkOf(attributes: string, base: string): string | undefined {
  const found = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes)
  const written = decodeEntities(found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim()
  if (written === '' || written.startsWith('#') || !URL.canParse(written, base)) return undefined
  const url = new URL(written, base)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  laquo: '«',
  raquo: '»',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  euro: '€',
  rarr: '→',
  larr: '←',
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (written, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? written
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)
  })
}
