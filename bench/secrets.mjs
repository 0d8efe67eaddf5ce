// Times of the secret scanner: ordinary text, hostile text, loading. `npm run bench -- secrets [--all]`, after a build.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { redactSecrets } from '../dist/base/secrets/redact-secrets.js'
import { scanSecrets } from '../dist/base/secrets/scan-secrets.js'
import { cleanEnvironment, printTable } from './measure.mjs'

const HOSTILE = 250_000

const PROSE =
  'The build runs on every push. Set the `API_URL` in [settings](https://host.invalid/docs/settings) and restart; ' +
  "tokens are read from the key chain. Don't store passwords here: ask the team. Version 2.4.1 fixed the cache key.\n"

/** Text built to make a scanner slow: long runs, endless prefixes, half-open armour, wide expansions. */
export const HOSTILE_SHAPES = {
  'one letter': 'a',
  'one upper-case letter': 'A',
  'equals signs': '=',
  quotes: '"\'',
  blanks: ' ',
  'line breaks': '\n',
  dashes: '-',
  dots: '.',
  'open brackets': '[(',
  base64: 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo',
  'base64 of keys': Buffer.from('api_key = password token secret ').toString('base64').replaceAll('=', ''),
  'base64 words': `${Buffer.from('password=token-secret').toString('base64')} `,
  hex: '0123456789abcdef',
  'Markdown escapes': '\\_a',
  'HTML escapes': '&#95;&amp;',
  'escapes of addresses': '%5F%41',
  'prefixes of GitHub': 'ghp_',
  'prefixes of OpenAI': 'sk-',
  'prefixes of Slack': 'xoxb-1234567890-',
  'prefixes of web tokens': 'eyJ',
  'parts of web tokens': 'eyJhbGciOiJIUzI1NiJ9.',
  'Azure marks': '1Q~',
  'Azure anchors': 'aaaa+ASt',
  'private key heads': '-----BEGIN RSA PRIVATE KEY-----\n',
  'private key words': '-----BEGIN PRIVATE PRIVATE ',
  'private key and blanks': `-----BEGIN PRIVATE KEY-----${' '.repeat(400)}`,
  'address starts': 'https://',
  'address users': 'postgres://a:',
  'address colons': '://:::',
  'at signs': 'https://a:b@',
  keywords: 'password secret token api_key ',
  'joined keywords': 'secrettokenapikeyauth',
  assignments: 'api_key=',
  'assigned words': 'password = "aaaaaaaaaaaa" ',
  'connection strings': 'Server=a;b=c;Password=9fK2mQz7Lw!;',
  'long assignments': `token=${'aB3'.repeat(50)} `,
  'provider names': 'datadog heroku twitter discord ',
  'provider assignments': 'datadog_api_key: ',
  'curl options': 'curl -u a:b ',
  'curl options without curl': ' -u a:$',
  headers: 'Authorization: Bearer ',
  manifests: 'kind: Secret\ndata:\n',
  'manifest entries': 'kind: Secret data: a: QUJDREVGR0hJ\n',
  'key types': 'kty:"RSA",d:"',
  'key objects': '{"kty":"RSA","d":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",',
  'heads of bare keys': 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEA ',
  'Oracle strings': 'jdbc:oracle:thin:a/b',
  'parameters of addresses': 'jdbc:mysql://a/b?c=d&e=f&',
  'hosts and passwords': 'host=a.b.io user=c password=d ',
  'entries of .netrc': 'machine a login b ',
  'entries of .pgpass': 'a.b:5432:c:d:',
  'commands with passwords': 'mysql -h a -u b ',
  'numbers in base64': 'MTIzNDU2Nzg5MDEyMzQ1Njc4.',
  notes: '[redacted: github-pat]',
  'broken notes': '[redacted: ',
  'zero width': 'a\u200b',
  'full width': '\uff41\uff4b\uff49\uff41',
  'wide folds': '\ufdfa',
  emoji: '\u{1f600}\ufe0f',
  'lone surrogates': '\ud83d',
  'added strings': '"aB3" + "cD4" + ',
  'strings side by side': "'aB3' 'cD4' ",
  'quotes in words': 'aB3"cD4\'',
  'quotes and blanks': `"${' '.repeat(39)}`,
  'short lines': 'aB3dE6gH\n',
  'full lines': `${'aB3dE6gH'.repeat(8)}\n`,
  'continued lines': 'ghp_aB3\\\n',
  'keys on lines': 'AKIA2E7UJQ4\nRT5YZ3VB6\n',
  'folded and quoted': '\\"aB3\\" + ',
  templates: '$' + "{'aB3'}",
  'bearer tokens': 'Bearer aB3dE6gH9jK2mN5pQ8sT ',
  'bearer and blanks': `Bearer "${' '.repeat(8)}+${' '.repeat(8)}"`,
  'basic credentials': 'Basic dXNlcjpYazN2UTl0TG0y ',
  'passwords in addresses': 'https://a:Xk3vQ9tLm2@b.io/',
  'feeds of NuGet': '<add key="ClearTextPassword" value="Xk3vQ9tLm2"/>',
  'variables of NuGet': 'NuGetPackageSourceCredentials_a=Username=b;',
  'commands of NuGet': 'nuget -p a store-password-in-clear-text ',
  'Facebook digits': '123456789012345|',
  'session tokens': 'IQoJb3JpZ2lu',
}

function fill(shape) {
  return shape.repeat(Math.ceil(HOSTILE / shape.length)).slice(0, HOSTILE)
}

function best(times, run) {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < times; i++) {
    const started = performance.now()
    run()
    least = Math.min(least, performance.now() - started)
  }
  return least
}

/** What loading adds to a process that has loaded a module before; the best of several processes. */
function loadTimes() {
  const loader = fileURLToPath(new URL('../dist/base/secrets/load-scanner.js', import.meta.url))
  const script = `
    await import('data:text/javascript,0')
    const times = [performance.now()]
    const { loadScanner } = await import(${JSON.stringify(loader)})
    times.push(performance.now())
    const { scanSecrets } = await loadScanner()
    times.push(performance.now())
    scanSecrets('nothing here')
    times.push(performance.now())
    console.log(JSON.stringify([1, 2, 3].map((i) => times[i] - times[i - 1])))`
  const runs = Array.from({ length: 9 }, () => {
    const child = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      env: cleanEnvironment(),
      encoding: 'utf8',
    })
    return JSON.parse(child.stdout)
  })
  const least = (i) => Math.min(...runs.map((run) => run[i]))
  return { loader: least(0), rules: least(1), first: least(2) }
}

function measure() {
  const text = PROSE.repeat(20).slice(0, 4096)
  for (let i = 0; i < 300; i++) scanSecrets(text)
  const hostile = Object.entries(HOSTILE_SHAPES).map(([name, shape]) => {
    const input = fill(shape)
    return { name, scan: best(2, () => scanSecrets(input)), redact: best(1, () => redactSecrets(input)) }
  })
  hostile.sort((a, b) => b.scan - a.scan)
  const { loader, rules, first } = loadTimes()
  return {
    '4 KB, warm': best(50, () => scanSecrets(text)),
    'load the loader': loader,
    'load the rules': rules,
    'first scan of a process': first,
    hostile,
  }
}

export function run(args = []) {
  const { hostile, ...figures } = measure()
  printTable(
    ['secrets', 'ms'],
    Object.entries(figures).map(([name, ms]) => [name, ms.toFixed(2)]),
  )
  console.log(`\n${HOSTILE / 1000} KB of hostile text\n`)
  printTable(
    ['text', 'scan, ms', 'redact, ms'],
    hostile
      .slice(0, args.includes('--all') ? 99 : 8)
      .map(({ name, scan, redact }) => [name, scan.toFixed(1), redact.toFixed(1)]),
  )
}
