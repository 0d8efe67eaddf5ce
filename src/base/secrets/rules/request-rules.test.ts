// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of others, which hold such places
// Credentials in addresses and requests, tokens of Slack and Facebook, passwords of NuGet: what is cut, and what only
// looks like it. Samples are put together here, so that no scanner finds one in this file.
import { describe, expect, test } from 'vitest'
import { secretSample } from '../../../../test/support/secret-sample.ts'
import { redactSecrets } from '../redact-secrets.ts'
import { scanSecrets } from '../scan-secrets.ts'

let state = 4711
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32
}

const made = (spelling: string) => secretSample(spelling, random)
const alnum = (length: number) => `${made('[A-Z][a-z][0-9]')}${made(`[A-Za-z0-9]{${length - 3}}`)}`
const hex = (length: number) => `${made('[a-f][0-9]')}${made(`[a-f0-9]{${length - 2}}`)}`
const basic = (user: string, password: string) => Buffer.from(`${user}:${password}`).toString('base64')
const jwt = (payload: object) =>
  [Buffer.from('{"alg":"HS256","typ":"JWT"}'), Buffer.from(JSON.stringify(payload)), Buffer.from(alnum(32))]
    .map((part) => part.toString('base64url'))
    .join('.')

/** Rule, the secret, the text around it. */
type Case = readonly [rule: string, secret: string, text: (secret: string) => string]

const URLS: Case[] = [
  ['url-credentials', alnum(12), (s) => `https://deploy:${s}@git.acme.io/team/app.git`],
  ['url-credentials', alnum(16), (s) => `http://admin:${s}@10.20.30.40:8080/`],
  ['url-credentials', alnum(20), (s) => `HTTPS_PROXY=http://proxy-user:${s}@proxy.corp.acme.net:3128`],
  ['url-credentials', alnum(14), (s) => `git clone "https://bob:${s}@source.acme.dev/x.git"`],
  ['url-credentials', alnum(18), (s) => `registry = https://ci:${s}@npm.acme.io/`],
  ['url-credentials', alnum(12), (s) => `pip install --index-url https://u:${s}@pypi.acme.io/simple app`],
  ['url-credentials', alnum(24), (s) => `[mirror](https://reader:${s}@mirror.acme.io/deb)`],
  ['url-credentials', `${alnum(10)}!x`, (s) => `wss://robot:${s}@stream.acme.io/v1`],
  ['url-credentials', `${alnum(9)}-${alnum(5)}`, (s) => `see https://a%40acme.io:${s}@files.acme.io/dav.`],
  ['url-credentials', alnum(12), (s) => `{"url": "https://svc:${s}@api.acme.io/v2?x=1"}`],
  ['url-credentials', alnum(15), (s) => `仓库地址：https://ci:${s}@gitlab.acme.cn/a.git，请勿外传`],
  ['url-credentials', hex(32), (s) => `remote https://token:${s}@codeberg.acme.io/a/b`],
  ['connection-string', alnum(13), (s) => `sftp://backup:${s}@store.acme.io:22/data`],
  ['connection-string', alnum(13), (s) => `amqps://app:${s}@mq.acme.io/vhost`],
  ['connection-string', alnum(13), (s) => `smtps://mailer:${s}@smtp.acme.io:465`],
]

const HEADERS: Case[] = [
  ['bearer-token', alnum(32), (s) => `Authorization: Bearer ${s}`],
  ['bearer-token', alnum(40), (s) => `authorization: bearer ${s}`],
  ['bearer-token', alnum(24), (s) => `curl -H "Authorization: Bearer ${s}" https://api.acme.io`],
  ['bearer-token', alnum(24), (s) => `curl -H 'Authorization: Bearer ${s}' https://api.acme.io`],
  ['bearer-token', alnum(48), (s) => `{"Authorization": "Bearer ${s}", "Accept": "*/*"}`],
  ['bearer-token', alnum(36), (s) => `headers = {'Authorization': 'Bearer ' + '${s}'}`],
  ['bearer-token', alnum(36), (s) => `headers = {'Authorization': 'Bearer '\n   + '${s}'}`],
  ['bearer-token', alnum(36), (s) => `req.Header.Set("Authorization", "Bearer ${s}")`],
  ['bearer-token', hex(40), (s) => `Proxy-Authorization: Bearer ${s}`],
  ['bearer-token', hex(64), (s) => `> Authorization: Bearer ${s}\n> Accept: */*`],
  ['bearer-token', `${alnum(20)}.${alnum(20)}`, (s) => `use \`Bearer ${s}\` for now`],
  ['bearer-token', `${alnum(30)}==`, (s) => `Authorization: Bearer ${s}`],
  ['bearer-token', `${alnum(10)}-${alnum(10)}_${alnum(6)}`, (s) => `-H Authorization:\\ Bearer\\ ${s} `],
  ['bearer-token', alnum(28), (s) => `.set('Authorization', \`Bearer ${s}\`)`],
  ['bearer-token', alnum(28), (s) => `Authorization=Bearer%20${s}&x=1`],
  ['bearer-token', alnum(28), (s) => `请求头为 Authorization: Bearer ${s}，别告诉别人`],
  [
    'bearer-token',
    jwt({ sub: 'u-8812', iss: 'acme', exp: 1_790_000_000 }),
    (s) => `Authorization: Bearer ${s}`,
  ],
  ['bearer-token', jwt({ tid: 'acme-42', scope: 'admin', n: 7 }), (s) => `"Bearer ${s}"`],
  ['basic-credentials', basic('deploy', alnum(14)), (s) => `Authorization: Basic ${s}`],
  ['basic-credentials', basic('svc', `${alnum(10)}!`), (s) => `authorization: basic ${s}`],
  ['basic-credentials', basic('ann@acme.io', alnum(16)), (s) => `curl -H "Authorization: Basic ${s}" x`],
  ['basic-credentials', basic('ann', alnum(12)), (s) => `{"Authorization":"Basic ${s}"}`],
  ['basic-credentials', basic('ann', alnum(12)), (s) => `Proxy-Authorization: Basic ${s}\r\n`],
  ['basic-credentials', basic('ann', alnum(12)), (s) => `headers['Authorization'] = 'Basic ' + '${s}'`],
  ['basic-credentials', basic(alnum(32), ''), (s) => `Authorization: Basic ${s}`],
  ['basic-credentials', basic(alnum(32), 'x-oauth-basic'), (s) => `Authorization: Basic ${s}`],
  ['basic-credentials', basic('', alnum(52)), (s) => `http.extraheader=AUTHORIZATION: basic ${s}`],
]

const b62 = '[A-Za-z0-9]'

const SERVICES: Case[] = [
  ['slack-app-token', made('xapp-1-A[A-Z0-9]{10}-[0-9]{13}-[a-f0-9]{64}'), (s) => `SLACK_APP_TOKEN=${s}`],
  ['slack-app-token', made('xapp-1-A[A-Z0-9]{8}-[0-9]{12}-[a-f0-9]{64}'), (s) => `appToken: "${s}"`],
  ['slack-app-token', made('xapp-1-A[A-Z0-9]{10}-[0-9]{13}-[a-z0-9]{40}'), (s) => `令牌是${s}。`],
  ['slack-config-access-token', made(`xoxe[.]xoxp-1-${b62}{166}`), (s) => `token ${s}`],
  ['slack-config-access-token', made(`xoxe[.]xoxp-1-${b62}{140}`), (s) => `token ${s}`],
  ['slack-config-access-token', made(`xoxe[.]xoxb-1-${b62}{200}`), (s) => `"access_token": "${s}"`],
  ['slack-config-refresh-token', made(`xoxe-1-${b62}{146}`), (s) => `refresh: ${s}`],
  ['slack-config-refresh-token', made(`xoxe-1-${b62}{120}`), (s) => `refresh: ${s}`],
  ['slack-user-token', made('xoxp-[0-9]{11}-[0-9]{11}-[0-9]{12}-[a-f0-9]{32}'), (s) => `token=${s}`],
  ['slack-user-token', made('xoxp-[0-9]{10}-[0-9]{10}-[0-9]{10}-[a-f0-9]{10}'), (s) => `old: ${s}`],
  ['slack-legacy-token', made('xoxs-[0-9]{10}-[0-9]{10}-[0-9]{11}-[a-f0-9]{10}'), (s) => `old: ${s}`],
  ['slack-legacy-token', made('xoxo-[0-9]{10}-[0-9]{10}-[0-9]{11}-[a-f0-9]{10}'), (s) => `old: ${s}`],
  [
    'slack-legacy-workspace-token',
    made('xoxa-2-[0-9]{11}-[0-9]{12}-[0-9]{12}-[a-f0-9]{32}'),
    (s) => `x ${s}`,
  ],
  ['slack-legacy-workspace-token', made('xoxr-[0-9]{11}-[0-9]{12}-[a-f0-9]{32}'), (s) => `x ${s}`],
  [
    'slack-webhook-url',
    made(`hooks[.]slack[.]com/services/T[A-Z0-9]{8}/B[A-Z0-9]{8}/${b62}{24}`),
    (s) => `https://${s}`,
  ],
  [
    'slack-webhook-url',
    made(`hooks[.]slack[.]com/services/T[A-Z0-9]{10}/B[A-Z0-9]{10}/${b62}{24}`),
    (s) => `<https://${s}>`,
  ],
  [
    'slack-webhook-url',
    made(`hooks[.]slack[.]com/workflows/T[A-Z0-9]{10}/A[A-Z0-9]{10}/[0-9]{18}/${b62}{24}`),
    (s) => `POST https://${s}`,
  ],
  [
    'slack-webhook-url',
    made('hooks[.]slack[.]com/triggers/T[A-Z0-9]{8}/[0-9]{13}/[a-f0-9]{32}'),
    (s) => `https://${s}`,
  ],
  [
    'slack-webhook-url',
    made(`hooks[.]slack-gov[.]com/services/T[A-Z0-9]{8}/B[A-Z0-9]{8}/${b62}{24}`),
    (s) => `https://${s}`,
  ],
  ['facebook-access-token', `${made('[1-9][0-9]{14}')}|${alnum(27)}`, (s) => `access_token=${s}`],
  ['facebook-access-token', `${made('[1-9][0-9]{15}')}|${alnum(27)}`, (s) => `the app's token is ${s}.`],
  ['facebook-access-token', `${made('[1-9][0-9]{12}')}|${alnum(27)}`, (s) => `token: "${s}"`],
  [
    'facebook-access-token',
    `${made('[1-9][0-9]{14}')}%7C${alnum(27)}`,
    (s) => `?access_token=${s}&fields=id`,
  ],
  [
    'facebook-access-token',
    `${made('[1-9][0-9]{14}')}|${alnum(32)}`,
    (s) => `https://graph.facebook.com/me?access_token=${s}`,
  ],
  ['facebook-page-access-token', `${'EA'}A${made('[A-Z]')}${alnum(180)}`, (s) => `token ${s}`],
  ['facebook-page-access-token', `${'EA'}ACEdEose0cBA${alnum(100)}`, (s) => `FB_TOKEN=${s}`],
  ['facebook-page-access-token', `${'EA'}A${made('[a-z]')}${alnum(64)}`, (s) => `"${s}"`],
]

const NUGET: Case[] = [
  ['nuget-config-password', alnum(14), (s) => `<add key="ClearTextPassword" value="${s}" />`],
  ['nuget-config-password', alnum(14), (s) => `<add key='ClearTextPassword' value='${s}'/>`],
  ['nuget-config-password', alnum(14), (s) => `<add value="${s}" key="ClearTextPassword" />`],
  ['nuget-config-password', `${alnum(10)}!`, (s) => `<add key="cleartextpassword"\n     value = "${s}" />`],
  [
    'nuget-config-password',
    alnum(40),
    (s) => `<Feed><add key="Username" value="x" /><add key="ClearTextPassword" value="${s}" /></Feed>`,
  ],
  [
    'nuget-config-password',
    alnum(14),
    (s) => `NuGetPackageSourceCredentials_acme="Username=ci;Password=${s}"`,
  ],
  [
    'nuget-config-password',
    alnum(14),
    (s) => `NuGetPackageSourceCredentials_acme: Username=ci;Password=${s};ValidAuthenticationTypes=basic`,
  ],
  [
    'nuget-config-password',
    alnum(14),
    (s) => `dotnet nuget add source https://f.acme.io/v3 -u ci -p ${s} --store-password-in-clear-text`,
  ],
  [
    'nuget-config-password',
    alnum(14),
    (s) => `dotnet nuget update source acme --store-password-in-clear-text --password "${s}"`,
  ],
  [
    'nuget-config-password',
    alnum(14),
    (s) => `nuget.exe sources add -Name a -Password ${s} -StorePasswordInClearText`,
  ],
]

const POSITIVES = [...URLS, ...HEADERS, ...SERVICES, ...NUGET]

test.each(POSITIVES.map(([rule, secret, text]) => [rule, text('…'), secret, text(secret)] as const))(
  '%s is cut: %s',
  (rule, _, secret, text) => {
    const findings = scanSecrets(text).filter(({ tier }) => tier === 'block')
    expect(findings).toMatchObject([{ rule }])
    const clean = redactSecrets(text, { from: 'block' }).text
    for (let at = 0; at + 12 <= secret.length; at += 4) expect(clean).not.toContain(secret.slice(at, at + 12))
  },
)

const wellKnown = (user: string, password: string) => `Authorization: Basic ${basic(user, password)}`
const uuid = made('{uuid}')
const sha1 = hex(40)
const sha256 = hex(64)

/** Never block. `silent`: not even a warning. */
const SILENT: readonly string[] = [
  // Addresses that hold no password
  'https://$USER:$PASSWORD@host.acme.io/x',
  'https://${USER}:${TOKEN}@git.acme.io/x.git',
  'https://user:{{ password }}@git.acme.io/x',
  'https://<user>:<password>@git.acme.io/x',
  'https://user:****@git.acme.io/x',
  'https://user:xxxxxxxx@git.acme.io/x',
  'https://git.acme.io:8443/team/app@v1.2.3',
  'https://registry.npmjs.org/@scope/name/-/name-1.2.3.tgz',
  'ssh://git@github.com:22/acme/app.git',
  'git@github.com:acme/app.git',
  'mailto:ann@acme.io',
  'https://cdn.acme.io/npm/vue@3.4.21/dist/vue.global.js',
  'http://[::1]:8080/@vite/client',
  'https://medium.com/@ann/how-to-do-it-4f2a9c1b5d7e',
  'see https://acme.io/a:b/c@d for the syntax',
  // Headers that hold no token
  'Authorization: Bearer <token>',
  'Authorization: Bearer $TOKEN',
  'Authorization: Bearer ${process.env.TOKEN}',
  'Authorization: Bearer {token}',
  'Authorization: Bearer {{access_token}}',
  'Authorization: Bearer [token]',
  'Authorization: Bearer YOUR_ACCESS_TOKEN',
  'Authorization: Bearer your-api-key',
  'Authorization: Bearer xxxxxxxxxxxxxxxxxxxxxxxx',
  'Authorization: Bearer ************************',
  'Authorization: Bearer eyJhbGciOi...',
  'Authorization: Bearer …',
  'Authorization: Bearer ACCESS_TOKEN_FROM_STEP_ONE',
  'Authorization: Basic <credentials>',
  wellKnown('user', 'pass'),
  'Authorization: Basic base64(user:password)',
  'Authorization: Basic $(echo -n user:pass | base64)',
  'The Bearer authentication scheme is described in RFC 6750.',
  'A bearer of this letter may enter through the main-entrance-of-building-7.',
  'Basic understanding of TypeScript-configuration is assumed.',
  'Basic authentication uses credentials_in_base64_encoding.',
  'const bearer = authenticationMiddleware.createBearerStrategy()',
  'new BearerStrategy(verifyAccessTokenAgainstDatabase)',
  'app.use(passport.authenticate("basic", { session: false }))',
  // Hashes, identifiers, data
  `commit ${sha1}`,
  `git checkout ${sha1.slice(0, 12)}`,
  `${sha256}  memdir-0.1.0.tgz`,
  `sha256:${sha256}`,
  `sha512-${Buffer.from(hex(64)).toString('base64')}`,
  `The request ${uuid} failed.`,
  `etag: "${hex(32)}"`,
  `index ${hex(7)}..${hex(7)} 100644`,
  `![logo](data:image/png;base64,${Buffer.from(Array.from({ length: 240 }, (_, i) => (i * 73 + 137) & 255)).toString('base64')})`,
  `background: url(data:font/woff2;base64,d09GMgABAAAAA${alnum(160)})`,
  `<path d="M12 0C5.37 0 0 5.37 0 12s5.37 12 12 12 12-5.37 12-12S18.63 0 12 0z"/>`,
  'color: #a1b2c3; border: #0f3a9c',
  '2026-11-16T02:15:48.710Z 4711 INFO started in 1234 ms',
  '/home/ann/projects/shop4/src/components/Button2/index.test.tsx',
  `blob ${sha1}\nblob ${hex(40)}\ntree ${hex(40)}`,
  `${sha256}  a.tgz\n${hex(64)}  b.tgz`,
  // Slack, Facebook, NuGet
  'xapp-1-...',
  'xapp-1-xxxxxxxxxxx-xxxxxxxxxxxxx-xxxxxxxx',
  'an xapp-level token and an xoxb-token',
  'xoxe.xoxp-1-RANDOMSTRINGHERE',
  'xoxe-1-xxx',
  'xoxp-your-token',
  'xoxs-legacy',
  'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
  'https://hooks.slack.com/services/...',
  'https://hooks.slack.com/workflows/<TEAM>/<APP>/<ID>/<SECRET>',
  'https://api.slack.com/messaging/webhooks',
  'https://slack.com/api/chat.postMessage',
  '|123456789012345|a name without any digit in it|',
  '| 1234567890123 | conversation_of_yesterday_x |',
  '1234567890123|abcdefghijklmnopqrstuvwxyza',
  '123456789012345|<app-secret>',
  '123456|abc',
  'EAAccount settings and EAAverage of the season',
  'EAA',
  '<add key="ClearTextPassword" value="%NUGET_PASSWORD%" />',
  '<add key="ClearTextPassword" value="$(NuGetPassword)" />',
  '<add key="ClearTextPassword" value="" />',
  '<add key="ClearTextPassword" value="password" />',
  '<add key="Username" value="ann" />',
  'Use --store-password-in-clear-text only on machines of your own.',
  'dotnet nuget add source URL -p $NUGET_TOKEN --store-password-in-clear-text',
  'NuGetPackageSourceCredentials_acme="Username=ci;Password=$PASSWORD"',
  // Text that only looks like pieces
  'The first half of the sentence ends here\nand the second half starts there.',
  'alpha1\nbeta2\ngamma3\ndelta4',
  '["ghp_", "gho_", "ghu_", "ghs_", "ghr_"]',
  'Prefixes: "ghp_" and "gho_" and "github_pat_".',
  "const PREFIX = 'ghp_'\nconst LENGTH = 36",
  "if (token.startsWith('ghp_') || token.startsWith('glpat-')) return true",
  '"use strict" + "mode"',
  'print("Hello, " + "world")',
  "'one' 'two' 'three'",
  'SELECT first || last FROM people',
  'a = "x" \\\n    "y"',
  'docker run --rm \\\n  -v "$PWD":/work \\\n  node:20 npm test',
  'npm install \\\n  typescript@5.4.5 \\\n  vitest@1.6.0',
  'const url = `${base}/v1/${id}`',
  "const greeting = `Hello ${'world'}`",
  'AKIA stands for\nAccess Key ID of AWS',
  'README.md\nCHANGELOG.md\nLICENSE',
  'v1.2.3\nv1.2.4\nv1.2.5-beta.1',
  '| id | name |\n| --- | --- |\n| a1 | b2 |',
  'src/base/secrets/scan-secrets.ts\nsrc/secrets/redact-secrets.ts',
  'node_modules/.bin/vitest\nnode_modules/.bin/biome',
  'UPPER_CASE_NAME_ONE\nUPPER_CASE_NAME_TWO',
  'camelCaseNameOne2\ncamelCaseNameTwo3\nPascalCase4',
  '- [ ] T001 Setup\n- [x] T002 Tests\n- [ ] T003 Release',
  '1. First2\n2. Second3\n3. Third4',
  "It's Ann's and Bob's, isn't it? That's what they've said.",
  '"a":"b","c":"d","e":"f"',
  "{'a': 'b', 'c': 'd'}",
  'class="btn btn-primary" id="save2" data-x="1"',
  'echo "one""two"',
  '他说“密码”很重要\n但没有写出来。',
  '第一行结束\n第二行开始',
  `${hex(40)}\n${hex(40)}\n${hex(40)}`,
  `${uuid}\n${made('{uuid}')}`,
]

/** Never block; a warning is right, since somebody wrote a credential there, if only that of a manual. */
const WARNED: readonly string[] = [
  'https://user:password@git.acme.io/x',
  'https://user:pass@git.acme.io/x',
  'https://username:secret@git.acme.io/x',
  'http://admin:admin@router.acme.io/',
  'http://root:toor@10.0.0.1/',
  'https://user:passwd123@acme.io',
  'https://foo:bar@acme.io/',
  'https://alice:letmein@acme.io/',
  'https://user:changeme@acme.io/',
  'https://me:p@ssw0rd@acme.io/',
  `https://user:${alnum(12)}@localhost:3000/`,
  `https://user:${alnum(12)}@127.0.0.1:3000/`,
  `https://user:${alnum(12)}@example.com/`,
  `https://user:${alnum(12)}@api.example.org/`,
  `http://user:${alnum(12)}@db:8080/`,
  `https://user:${alnum(12)}@your-server.acme.io/`,
  `https://user:my-secret-${alnum(6)}@acme.io/`,
  wellKnown('user', 'password'),
  wellKnown('username', 'password'),
  wellKnown('Aladdin', 'open sesame'),
  wellKnown('admin', 'admin'),
  wellKnown('test', 'test'),
  wellKnown('foo', 'bar'),
  wellKnown('user', 'passwd'),
  wellKnown('alice', 'secret'),
  wellKnown('your-username', 'your-password'),
  `Authorization: Basic ${'czZCaGRSa3F0Mzpn'}${'WDFmQmF0M2JW'}`,
  `Authorization: Bearer ${'2YotnFZFEjr1'}${'zCsicMWpAA'}`,
  'Authorization: Bearer mF_9.B5f-4.1JqM',
  'Authorization: Bearer abc123abc123abc123abc123',
  'Authorization: Bearer my-secret-token-1234567890',
  'Authorization: Bearer 12345678901234567890',
  'Authorization: Bearer abcdefghijklmnopqrstuvwxyz123456',
  `Authorization: Bearer ${jwt({ sub: '1234567890', name: 'John Doe', iat: 1_516_239_022 })}`,
  `Authorization: Bearer ${jwt({ foo: 'bar', iat: 1_516_239_022, x: 'yyyyyyy' })}`,
  `Authorization: Bearer ${jwt({ email: 'ann@example.com', iat: 1_516_239_022 })}`,
  `X-Api-Key: ${alnum(24)}`,
  `token: ${jwt({ sub: 'u-8812', iss: 'acme', exp: 1_790_000_000 })}`,
  '<add key="ClearTextPassword" value="my-secret-value" />',
]

describe('near misses', () => {
  test.each(SILENT)('silent: %s', (text) => {
    expect(scanSecrets(text)).toEqual([])
  })
  test.each(WARNED)('at most a warning: %s', (text) => {
    expect(scanSecrets(text).map(({ tier }) => tier)).toEqual(['warn'])
  })
  test('are enough of both kinds', () => {
    expect(POSITIVES.length).toBeGreaterThanOrEqual(75)
    expect(SILENT.length + WARNED.length).toBeGreaterThanOrEqual(150)
  })
})
