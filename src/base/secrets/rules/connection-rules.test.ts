import { describe, expect, test } from 'vitest'
import { mayHoldSecret } from '../redact-for.ts'
import { scanSecrets } from '../scan-secrets.ts'

// Samples are put together here, so that no scanner finds one in this file.
const WORD = `${'q7Rt2Yp9'}Lk4`
const HEX40 = `${'0f3a9c1b5d7e2f4a6b8c'}${'0d1e3f5a7b92c4d6e8f1'}`
const HEX32 = HEX40.slice(0, 32)
const HEX64 = HEX40 + HEX40.slice(7, 31)
const UUID = `${HEX40.slice(0, 8)}-${HEX40.slice(8, 12)}-4${HEX40.slice(13, 16)}-9${HEX40.slice(17, 20)}-${HEX40.slice(20, 32)}`
const BASE58 = 'L5oLkpkiTRvLrvJ7xXo6Uczb9hDgMfyJhMH8xGqN3W2bP4sEtV'
const HOST = 'db.prod.acme.io'
const rules = (text: string) => scanSecrets(text).map(({ rule, tier }) => `${rule} ${tier}`)

describe('these block', () => {
  test.each([
    ['connection-string', `jdbc:oracle:thin:app/${WORD}@//${HOST}:1521/ORCL`],
    ['connection-string', `jdbc:oracle:thin:app/${WORD}@${HOST}:1521:ORCL`],
    ['connection-string', `jdbc:mysql://${HOST}:3306/x?user=root&password=${WORD}`],
    ['connection-string', `jdbc:postgresql://${HOST}/x?ssl=true&password=${WORD}&user=app`],
    ['connection-string', `jdbc:sqlserver://${HOST}:1433;databaseName=x;user=sa;password=${WORD};`],
    ['connection-string', `postgresql://${HOST}/x?user=app&password=${WORD}`],
    ['connection-string', `host=${HOST} port=5432 user=app password=${WORD} dbname=x`],
    ['connection-string', `"user=app password=${WORD} host=${HOST}"`],
    ['connection-string', `postgres://app:a$9${WORD}@${HOST}/x`],
    ['connection-string', `redis://:${WORD}@cache`],
    ['connection-string', `REDIS_URL=rediss://default:${WORD}@cache:6379/0`],
    ['connection-string', `postgres://app:${WORD}@db:5432/orders`],
    ['connection-string', `mysql+pymysql://root:${WORD}@orders-db/x`],
    ['connection-string', `amqp://app:${WORD}@rabbit:5672`],
    ['connection-string', `mongodb://app:${WORD}@mongo-a:27017,mongo-b:27017/x`],
    ['facebook-access-token', `${'48213'}9876543210|${HEX32}`],
    ['facebook-access-token', `token=${'48213'}9876543210%7C${HEX32}`],
    ['facebook-access-token', `${'48213'}9876543210|${WORD}${WORD}${'aZ5xY'}`],
    ['slack-app-token', `xapp-${'1-A04'}-17-${HEX32}`],
    ['slack-app-token', `xapp-${'1-A04BC7D2EF'}-5093817264901-${HEX64}`],
    ['netrc-password', `machine api.acme.io login bob password ${WORD}`],
    ['netrc-password', `machine api.acme.io\n  login bob\n  password ${WORD}\n`],
    ['pgpass-password', `${HOST}:5432:orders:app:${WORD}`],
    ['docker-auth', `{"auths":{"r.acme.io":{"auth": "${Buffer.from(`bob:${WORD}`).toString('base64')}"}}}`],
    ['command-password', `mysql -h ${HOST} -u root -p${WORD} orders`],
    ['command-password', `sshpass -p '${WORD}' ssh root@${HOST}`],
    ['url-token', `git clone https://${HEX40}@github.com/acme/shop.git`],
    ['url-token', `https://${HEX40}:x-oauth-basic@github.com/acme/shop`],
    ['wireguard-private-key', `[Interface]\nPrivateKey = ${Buffer.from(HEX32).toString('base64')}`],
    ['wecom-webhook-url', `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${UUID}`],
    ['dingtalk-webhook-url', `https://oapi.dingtalk.com/robot/send?access_token=${HEX64}`],
    ['dingtalk-secret', `SEC${HEX64}`],
    ['feishu-webhook-url', `https://open.feishu.cn/open-apis/bot/v2/hook/${UUID}`],
    ['feishu-webhook-url', `https://open.larksuite.com/open-apis/bot/v2/hook/${UUID}`],
    ['wechat-app-secret', `AppSecret: ${HEX32}`],
    ['wechat-app-secret', `"appsecret": "${HEX32}"`],
    ['wechat-app-secret', `微信公众号的 AppSecret 是 ${HEX32}，请勿外传`],
    ['wechat-app-secret', `微信小程序密钥：${HEX32}`],
    ['wechat-app-secret', `AppSecret为${HEX32}`],
    ['extended-private-key', `xprv9s21ZrQH143K${`${BASE58}${BASE58}`.slice(0, 95)}`],
    ['together-api-key', `tgp_v1_${HEX40}xYz`],
    [
      'discord-bot-token',
      `${Buffer.from('123456789012345678').toString('base64')}.GhX9aB.${HEX40.slice(0, 38)}`,
    ],
    [
      'discord-bot-token',
      `${Buffer.from('1234567890123456789').toString('base64').replace(/=/g, '')}.GhX9aB.${HEX40.slice(0, 38)}`,
    ],
  ])('%s: %s', (rule, text) => {
    expect(rules(text)).toEqual([`${rule} block`])
    expect(rules(`vor ${text} nach`)).toEqual([`${rule} block`])
    expect(mayHoldSecret(text)).toBe(true)
  })
})

describe('these only warn, or are silent', () => {
  test.each([
    [['connection-string warn'], `jdbc:mysql://localhost:3306/x?user=root&password=${WORD}`],
    [['connection-string warn'], `redis://:${WORD}@localhost:6379`],
    [['connection-string warn'], `redis://:${WORD}@127.0.0.1`],
    [['connection-string warn'], `mongodb://app:${WORD}@localhost:27017,mongo-b:27017/x`],
    [['connection-string warn'], `postgres://app:${WORD}@host:5432/x`],
    [['connection-string warn'], 'postgres://postgres:postgres@db:5432/app'],
    [['url-credentials warn'], `http://app:${WORD}@proxy:3128`],
    [[], `redis://:\${REDIS_PASSWORD}@cache`],
    [['facebook-access-token warn'], `${'48213'}9876543210|${'kz4mqw8rtv2ypl6sdf9ghj3bnxc'}`],
    [[], '20241101120000|add_column_users_to_accounts'],
    [[], '| 482139876543210 | 0f3a9c1b5d7e2f4a6b8c0d1e3f5a7b92 |'],
    [['slack-app-token warn'], `xapp-${'A04BC7D2EF'}-${HEX32}`],
    [[], 'xapp-bundle and xapp-1-a-b'],
    [['connection-string warn'], `host=localhost user=app password=${WORD}`],
    [[], `jdbc:mysql://${HOST}/x?user=root&password=\${DB_PASSWORD}`],
    [[], 'jdbc:oracle:thin:<user>/<password>@//host:1521/x'],
    [[], 'machine learning needs a password manager'],
    [[], 'machine api.acme.io login bob password $TOKEN'],
    [[], 'mysql -h localhost -u root -p orders'],
    [[], 'docker login -u bob registry.acme.io'],
    [[], 'docker run -p 8080:80 mysql -p 3306:3306'],
    [[], 'https://some-organization-name@bitbucket.org/x/y'],
    [[], '微信 AppSecret 是必填项'],
    [[], '{ "auth": "required" }'],
    [[], 'The host=db user=app settings are in config.'],
    [[], 'https://open.feishu.cn/open-apis/bot/v2/hook/xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx'],
  ])('%s: %s', (expected, text) => {
    expect(rules(text)).toEqual(expected)
  })
})
