// The pairs are the specification: what cannot both hold, what can, and series of alike facts of which no two
// contradict each other. Our own sentences.
import { describe, expect, it } from 'vitest'
import { conflictingStatements } from './conflicting-statements.ts'

type Pair = readonly [older: string, newer: string]

const CONFLICTING: readonly Pair[] = [
  // A number, a date, a time
  ['The API listens on port 8080', 'The API listens on port 9090'],
  ['The port of staging is 5433', 'The port of staging is 5434'],
  ['Log files are kept for 30 days', 'Log files are kept for 90 days.'],
  ['The release deadline is March 15', 'The release deadline is March 22'],
  ['The weekly sync is on Tuesday at 10:00', 'The weekly sync is on Tuesday at 14:00'],
  ['Two reviewers approve every pull request', 'Three reviewers approve every pull request'],
  ['We deploy on Fridays', 'We deploy on Tuesdays'],
  ['The monthly budget for hosting is $400', 'The monthly budget for hosting is $650'],
  ['Coverage of the parser must stay above 80%', 'Coverage of the parser must stay above 90%'],
  ['The demo with Acme is on May 3 at 3 PM', 'The demo with Acme was moved to May 3 at 4:30 PM'],
  [
    'The security audit is planned for June 2',
    'The security audit has been rescheduled to June 9, the auditors are ill',
  ],
  ['Our error budget is 2% per quarter', 'Our error budget per quarter increased to 3% after the review'],
  // A name
  ['The queue runs on Kafka', 'The queue runs on RabbitMQ'],
  ['Alice owns the billing service', 'Bob owns the billing service'],
  ['The owner of the search index is Dana', 'The owner of the search index is Erik'],
  ['Sam lives in Berlin', 'Sam lives in Hamburg'],
  ['The frontend is written in Vue', 'The frontend is written in Svelte'],
  ['We use Jest for unit tests', 'We use Vitest for unit tests'],
  ['The default branch is main', 'The default branch is trunk'],
  ["Priya's job title is director", "Priya's job title is vice president"],
  ['Backups are stored in eu-west-1', 'Backups are stored in us-east-1'],
  ['The on-call lead is Mira', 'The on-call lead changed from Mira to Tom'],
  // A negation, or the opposite
  ['We use mocks in integration tests', 'We do not use mocks in integration tests'],
  ['Squash commits before merging', 'Never squash commits before merging'],
  ['Telemetry is enabled in production builds', 'Telemetry is disabled in production builds'],
  ['I like long explanations', 'I hate long explanations'],
  ['The nightly job deletes old snapshots', 'The nightly job no longer deletes old snapshots'],
  // One choice of several
  ['please use British spelling', 'US English everywhere'],
  ['Please use the british spelling in comments and docs', "make sure we're using US English everywhere"],
  ['Indent with tabs', 'Indent with spaces'],
  ['Answer me in English', 'From now on answer in German'],
  ['Keep answers short', 'Give me detailed answers'],
  ['Install packages with npm', 'We install packages with pnpm now'],
  ['Use single quotes in TypeScript', 'Use double quotes in TypeScript'],
  // Chinese
  ['服务监听 8080 端口', '服务监听 9090 端口'],
  ['日志保留三十天', '日志保留 90 天'],
  ['每周五发布', '每周二发布'],
  ['周会定在周三上午十点', '周会改到周四上午十点'],
  ['支付服务的负责人是小李', '支付服务的负责人是小王'],
  ['消息队列用 Kafka', '消息队列改用 RabbitMQ'],
  ['后端用 Go 编写', '后端用 Rust 编写'],
  ['集成测试中使用模拟数据库', '集成测试中不使用模拟数据库'],
  ['请用英式拼写', '所有地方都用美式英语'],
  ['用制表符缩进', '用空格缩进'],
  ['回答要简短', '回答要详细一些'],
  ['请用中文回答', '以后用英文回答'],
  ['我喜欢长篇的解释', '我不喜欢长篇的解释'],
  ['主分支是 main', '主分支是 trunk'],
  // Written when the finder stood, to see what it does with pairs that it was not made for
  ['Sessions expire after 15 minutes', 'Sessions expire after one hour'],
  ['The cache TTL is 60 seconds', 'The cache TTL is now 120 seconds'],
  ['Standup is at 9:30', 'Standup is at 10:15'],
  ['Invoices are due within 14 days', 'Invoices are due within 30 days'],
  ['The design review takes place every Monday', 'The design review takes place every Thursday'],
  ['The primary database is MySQL', 'The primary database is PostgreSQL'],
  ['Our CI runs on Jenkins', 'Our CI runs on GitHub Actions'],
  ['Maria maintains the iOS app', 'Jonas maintains the iOS app'],
  ['My favourite editor is Vim', 'My favourite editor is Helix'],
  ['I work for Initech', 'I work for Globex now'],
  ['Always add type annotations to tests', 'Do not add type annotations to tests'],
  ['Feature flags are turned on in staging', 'Feature flags are turned off in staging'],
  ['I enjoy pair programming', 'I dislike pair programming'],
  ['Write comments in English', 'Write comments in French'],
  ['Use yarn to install dependencies', 'Use npm to install dependencies'],
  ['Temperatures are shown in metric units', 'Temperatures are shown in imperial units'],
  ['The beta ends on October 4', 'The end of the beta was postponed to October 18'],
  [
    'The API rate limit is 100 requests per minute',
    'The API rate limit was raised from 100 to 250 requests per minute',
  ],
  ['会话超时是 15 分钟', '会话超时是 30 分钟'],
  ['站会每天上午九点半开', '站会每天上午十点开'],
  ['数据库部署在 Aliyun', '数据库部署在 AWS'],
  ['项目经理是张伟', '项目经理是刘洋'],
  ['提交前要先跑测试', '提交前不用跑测试'],
  ['默认语言是中文', '默认语言是英文'],
  ['我讨厌加班', '我喜欢加班'],
  ['注释用英文写', '注释用中文写'],
  ['上线时间定在 5 月 3 日', '上线时间推迟到 5 月 10 日'],
]

const COMPATIBLE: readonly Pair[] = [
  // Another subject
  ['The port of staging is 8080', 'The port of production is 9090'],
  ['The port of the API is 8080', 'The debug port of the API is 9229'],
  ['Unit tests run in 2 minutes', 'Integration tests run in 14 minutes'],
  ['Alice lives in Berlin', 'Bob lives in Hamburg'],
  ['Alice prefers tea', 'Bob prefers coffee'],
  ['Alice owns billing', 'Bob owns search'],
  ['Use tabs in Go', 'Use spaces in Python'],
  ['We use mocks in unit tests', 'We do not use mocks in integration tests'],
  ['The frontend is written in Vue', 'The backend is written in Go'],
  ['Answer me in English', 'Write the release notes in German'],
  ['Keep commit messages short', 'Give me detailed answers'],
  ['The release deadline is March 15', 'The design deadline is March 1'],
  ['The demo for Acme is on May 3', 'The demo for Globex is on May 9'],
  // Both hold
  ['Alice likes hiking', 'Alice likes chess'],
  ['Alice owns billing', 'Alice owns search'],
  ['Sam speaks German', 'Sam speaks French'],
  ['We use Postgres', 'We use Redis'],
  ['The service talks to Redis', 'The service talks to Kafka'],
  ['The build needs Node 22', 'The build needs Python 3.12'],
  ['The build is slow', 'The build is broken'],
  ['We met the auditors on March 3', 'We met the auditors on March 10'],
  ['Fixed the flaky login test on May 2', 'Fixed the flaky login test on May 9'],
  ['Read src/a.ts before you change the parser', 'Read src/b.ts before you change the parser'],
  ['Ticket 4711 is about the login page', 'Ticket 4712 is about the login page'],
  ['Never force-push to main', 'Always rebase before pushing to main'],
  ['Do not use var in JavaScript', 'Use const in JavaScript'],
  ['Prefer composition over inheritance', 'Prefer early returns over nesting'],
  // The same
  ['The API listens on port 8080', 'Port 8080 is where the API listens'],
  ['Keep 30 backups', 'Keep thirty backups'],
  ['Never deploy on Fridays', 'No deploys on Fridays'],
  ['The on-call lead changed from Mira to Tom', 'The on-call lead changed from Mira to Tom last week'],
  ['Alice leads the billing team', 'Alice is the lead of the billing team'],
  // Nothing in common
  ['The API listens on port 8080', 'Coverage must stay above 90%'],
  ['Staging runs on Debian', 'Dana is on leave until June 9'],
  // Chinese
  ['测试环境的端口是 8080', '生产环境的端口是 9090'],
  ['小李住在北京', '小王住在上海'],
  ['小李喜欢喝茶', '小李喜欢爬山'],
  ['前端用 Vue 编写', '后端用 Go 编写'],
  ['Go 代码用制表符缩进', 'Python 代码用空格缩进'],
  ['单元测试中使用模拟数据库', '集成测试中不使用模拟数据库'],
  ['项目用到了 Postgres', '项目用到了 Redis'],
  ['日志保留三十天', '日志保留 30 天'],
  ['三月三日和客户开了会', '三月十日和客户开了会'],
  ['第三周完成了登录页面', '第四周完成了登录页面'],
  ['提交信息要简短', '回答要详细一些'],
  ['请用中文回答', '提交信息用英文写'],
  ['周三开周会', '周五发版本'],
  ['小李会德语', '小李会法语'],
  ['接口超时是 30 秒', '缓存过期是 60 秒'],
  // As above
  ['Sessions expire after 15 minutes', 'Tokens expire after one hour'],
  ['The cache TTL is 60 seconds', 'The lock TTL is 10 seconds'],
  ['Standup is at 9:30', 'Planning is at 10:15'],
  ['Maria maintains the iOS app', 'Jonas maintains the Android app'],
  ['I work for Initech', 'I work with Globex on the portal'],
  ['My favourite editor is Vim', 'My favourite language is Rust'],
  ['Tom reports to Ana', 'Eva reports to Ana'],
  ['We ship the Windows build on Mondays', 'We ship the Mac build on Wednesdays'],
  ['The parser handles 20 files per second', 'The linter handles 5 files per second'],
  ['Write comments in English', 'Write the user guide in French'],
  ['Use short variable names in lambdas', 'Use long variable names in public APIs'],
  ['The invoice of March was 400 euros', 'The invoice of April was 420 euros'],
  ['Chapter 3 covers parsing', 'Chapter 4 covers parsing'],
  ['Dana visited the Oslo office in May', 'Dana visited the Paris office in May'],
  ['Redis is used for sessions', 'Redis is used for queues'],
  ['The staging cluster has 3 nodes', 'The production cluster has 12 nodes'],
  ['Do not mock the database', 'Do not mock the clock'],
  ['I like dark chocolate', 'I like milk chocolate'],
  ['Tests must pass before a merge', 'Two approvals are needed before a merge'],
  ['会话超时是 15 分钟', '令牌超时是 30 分钟'],
  ['张伟负责前端', '刘洋负责后端'],
  ['测试库有 3 个副本', '生产库有 5 个副本'],
  ['我喜欢打篮球', '我喜欢看电影'],
  ['注释用英文写', '文档用中文写'],
  ['周一开站会', '周三开评审会'],
  ['三月的账单是 400 元', '四月的账单是 420 元'],
  ['订单服务用 Java 编写', '支付服务用 Go 编写'],
]

const WEEKS = Array.from({ length: 12 }, (_, at) => at + 1)
const TOWNS = ['Berlin', 'Hamburg', 'Bremen', 'Kiel', 'Essen', 'Mainz', 'Trier', 'Jena']
const PEOPLE = ['Alice', 'Bob', 'Carol', 'Dana', 'Erik', 'Fay', 'Gus', 'Hana']

/** None of these contradicts another of its list. */
const SERIES: Readonly<Record<string, readonly string[]>> = {
  'ports of services': ['auth', 'billing', 'search', 'mail', 'queue', 'cache'].map(
    (service, at) => `The port of ${service} is ${8080 + at}`,
  ),
  'meeting notes by week': WEEKS.map(
    (week) => `Meeting notes of week ${week}: ${week + 3} open bugs, 2 releases`,
  ),
  'minutes by date': WEEKS.map(
    (day) => `2026-03-${String(day).padStart(2, '0')}: the team met for ${20 + day} minutes`,
  ),
  'where people live': PEOPLE.map((name, at) => `${name} lives in ${TOWNS[at]}`),
  'what people drink': PEOPLE.map((name, at) => `${name} prefers ${at % 2 === 0 ? 'tea' : 'coffee'}`),
  birthdays: PEOPLE.map((name, at) => `The birthday of ${name} is on May ${at + 3}`),
  'measurements of one thing': WEEKS.map((at) => `The build took ${at * 7} seconds`),
  tickets: WEEKS.map((at) => `Ticket ${4700 + at} is about the login page`),
  rooms: WEEKS.map((at) => `Room ${at} has a projector`),
  versions: WEEKS.map((at) => `Version 1.${at} ships the new editor`),
  各环境的端口: ['开发', '测试', '预发', '生产'].map((place, at) => `${place}环境的端口是 ${8080 + at}`),
  每周的会议: WEEKS.map((week) => `第 ${week} 周周会：修复了 ${week + 3} 个问题`),
  各人的住处: ['小李', '小王', '小张', '小赵'].map(
    (name, at) => `${name}住在${['北京', '上海', '广州', '深圳'][at]}`,
  ),
}

const conflictsOf = (texts: readonly string[]) =>
  conflictingStatements(texts.map((text, time) => ({ file: `${time}.md`, text, time })))

describe('statements', () => {
  it.each(CONFLICTING)('conflict: "%s" and "%s"', (older, newer) => {
    expect(conflictsOf([older, newer]).map((one) => [one.older.text, one.newer.text])).toEqual([
      [older, newer],
    ])
  })

  it.each(COMPATIBLE)('may both hold: "%s" and "%s"', (older, newer) => {
    expect([...conflictsOf([older, newer]), ...conflictsOf([newer, older])]).toEqual([])
  })

  it.each(Object.entries(SERIES))('in a series do not: %s', (_, texts) => {
    expect(conflictsOf(texts)).toEqual([])
  })

  it('are all found among each other, and no others', () => {
    // What several pairs of the list speak of would be a conflict across them.
    const pairs = CONFLICTING.filter(
      ([older], at) => !CONFLICTING.slice(0, at).some(([other]) => other === older),
    )
    const texts = [...pairs.map(([older]) => older), ...pairs.map(([, newer]) => newer)]
    const wanted = new Set(pairs.map((pair) => pair.join('\n')))
    const found = conflictsOf(texts).map(({ older, newer }) => `${older.text}\n${newer.text}`)
    const right = found.filter((one) => wanted.has(one)).length
    expect(right / pairs.length).toBeGreaterThan(0.85)
    expect(right / found.length).toBeGreaterThan(0.9)
  })
})

describe('what is listed', () => {
  it('is each value with the one before it, few values before many and then the newest, and says why', () => {
    const found = conflictsOf([
      'The API listens on port 8080',
      'We squash commits before merging',
      'The API listens on port 9090',
      'We do not squash commits before merging',
      'The weekly sync is on Monday',
      'The API listens on port 7070',
      'The weekly sync was moved to Thursday, half of us are out before',
    ])
    expect(found.map(({ reason, older, newer }) => [reason, older.time, newer.time])).toEqual([
      ['change', 4, 6],
      ['negation', 1, 3],
      ['value', 2, 5],
      ['value', 0, 2],
    ])
  })

  it('is nothing of one file, of questions, or of what is too short or too long to be a statement', () => {
    const said = (file: string, text: string, time: number) => ({ file, text, time })
    expect(
      conflictingStatements([
        said('a.md', 'The API listens on port 8080', 1),
        said('a.md', 'The API listens on port 9090', 2),
        said('b.md', 'Does the mail server listen on port 25?', 1),
        said('c.md', 'Does the mail server listen on port 26?', 2),
        said('d.md', 'Port 1', 1),
        said('e.md', 'Port 2', 2),
        said('f.md', `${'The queue runs on port 1 and so on. '.repeat(20)}`, 1),
        said('g.md', `${'The queue runs on port 2 and so on. '.repeat(20)}`, 2),
      ]),
    ).toEqual([])
  })

  it('grows with the number of statements, not of pairs: thousands alike are read in a second', () => {
    const texts = Array.from(
      { length: 4_000 },
      (_, at) => `The nightly job now takes ${at} seconds in region ${at % 7}`,
    )
    expect(conflictsOf(texts)).toEqual([])
  })
})
