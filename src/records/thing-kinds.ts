// What kind of thing a name names. "The frontend now uses Vue" takes React's place and "now uses TypeScript" does not:
// only who knows the names can tell. A small table of what memories often speak of; the rest is unknown.
import { textOf, type Word } from './statement-words.ts'

const KINDS: Record<string, string> = {
  database: `postgres postgresql mysql mariadb sqlite oracle mongodb mongo cassandra cockroachdb dynamodb duckdb
    clickhouse tidb firestore 数据库`,
  cache: 'redis memcached valkey',
  queue: 'kafka rabbitmq nats sqs activemq rocketmq pulsar',
  storage: 's3 gcs oss minio ceph nfs loki elasticsearch opensearch',
  language: `python go golang rust java javascript typescript kotlin swift ruby php perl scala elixir haskell lua
    c c++ c# dart zig`,
  framework: 'react vue angular svelte solid ember preact jquery',
  site: 'astro next nextjs nuxt gatsby hugo jekyll docusaurus vitepress',
  server: 'express fastify nestjs koa hono django flask fastapi rails laravel spring gin',
  bundler: 'vite webpack rollup esbuild parcel turbopack',
  runtime: 'node nodejs node.js deno bun jvm',
  packages: 'npm pnpm yarn pip poetry uv cargo maven gradle conda',
  tests: 'jest vitest mocha jasmine ava pytest unittest junit',
  browser_tests: 'playwright cypress selenium puppeteer',
  stories: 'storybook ladle',
  lint: 'eslint biome prettier ruff black pylint gofmt',
  state: 'redux zustand mobx recoil jotai pinia vuex',
  format: 'json yaml toml xml csv markdown asciidoc html protobuf avro parquet latex restructuredtext',
  style: 'rest graphql grpc soap trpc websocket websockets',
  human_language: `english german french spanish italian chinese japanese korean portuguese russian 中文 英文 英语 德语
    法语 日语 汉语 韩语 西班牙语 俄语`,
  ci: 'jenkins buildkite circleci travis github_actions gitlab_ci teamcity drone',
  cloud: 'aws azure gcp heroku vercel netlify hetzner digitalocean 阿里云 腾讯云 华为云 亚马逊云',
  platform: 'kubernetes k8s docker nomad podman ecs openshift 容器',
  system: 'linux macos windows ubuntu debian fedora alpine mac ios android',
  editor: 'vim neovim emacs vscode code cursor zed sublime webstorm intellij nano',
  chat: 'slack teams discord mattermost zulip telegram wechat 微信 钉钉 飞书 企业微信',
  calls: 'zoom meet webex skype facetime',
  alerts: 'pagerduty opsgenie alertmanager sentry',
  code_host: 'git github gitlab bitbucket gitea svn mercurial',
  wiki: 'notion confluence obsidian mediawiki',
  zone: 'utc gmt cet pst est',
  indent: 'tabs spaces 空格 制表符 缩进',
  quotes: 'quotes 单引号 双引号 引号',
  room: 'room floor building port desk drawer shelf 房间 楼 端口',
  place: `berlin munich hamburg frankfurt cologne vienna zurich london paris madrid rome lisbon dublin amsterdam
    brussels copenhagen stockholm oslo helsinki warsaw prague budapest athens istanbul moscow kyiv tokyo osaka seoul
    beijing shanghai shenzhen hangzhou guangzhou singapore sydney melbourne delhi mumbai dubai toronto vancouver
    boston chicago seattle austin denver oregon virginia ireland germany france spain italy austria switzerland england
    poland sweden norway china japan korea india canada australia brazil europe asia america 北京 上海 广州 深圳 杭州 南京
    苏州 成都 武汉 西安 天津 重庆 香港 台北 东京 新加坡 中国 美国 德国 法国 英国 日本`,
  quality: `fast slow large small big late early stable unstable abroad away busy sick ill green red dark light open
    public private ready down up online offline ga vegan vegetarian async asynchronous sync synchronous read-only
    readonly clean dirty optional mandatory free full empty new old fine broken strict internal external 受保护 只读 异步
    同步 稳定 公开 私有 加密 在线 离线 只写`,
}

const KIND_OF = new Map(
  Object.entries(KINDS).flatMap(([kind, names]) =>
    names.split(/\s+/).map((name): [string, string] => [name, kind]),
  ),
)
const HAN_NAMES = [...KIND_OF.keys()].filter((name) => /\p{Script=Han}/u.test(name))
/** Encrypted, deprecated, scalable, stateless: what something is like. */
const LIKE = /^[a-z-]{3,}(?:ed|able|ible|less|ful|ous)$/

/** undefined: not in the table. */
export function thingKind(words: readonly Word[]): string | undefined {
  const text = textOf(words).toLowerCase()
  const whole = KIND_OF.get(text.replaceAll(' ', '_')) ?? KIND_OF.get(text.replaceAll(' ', ''))
  if (whole !== undefined) return whole
  for (const { text: word } of words) {
    const kind = KIND_OF.get(word.toLowerCase())
    if (kind !== undefined) return kind
  }
  const han = HAN_NAMES.find((name) => text.includes(name))
  if (han !== undefined) return KIND_OF.get(han)
  return words.length === 1 && LIKE.test(text) ? 'quality' : undefined
}

/** Whether one may stand in the other's place: of one kind, or nothing is known of either. */
export function areAlike(one: readonly Word[], other: readonly Word[]): boolean {
  return thingKind(one) === thingKind(other)
}
