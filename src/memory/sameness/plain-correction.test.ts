import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainCorrection } from './plain-correction.ts'

describe('a plain correction', () => {
  it.each([
    ['We use mocks in tests', 'We no longer use mocks in tests', 'ended'],
    ['Alice works on billing', 'Alice no longer works on billing.', 'ended'],
    ['The nightly build runs on Jenkins', 'The nightly build no longer runs on Jenkins', 'ended'],
    ['Deploys need two approvals', 'Deploys no longer need two approvals', 'ended'],
    ['我们使用 Jenkins', '我们不再使用 Jenkins', 'ended'],
    ['测试中使用模拟数据库', '测试中不再使用模拟数据库。', 'ended'],
    ['张伟负责支付模块', '张伟不再负责支付模块', 'ended'],
    ['We use RabbitMQ for the queue', 'We use Kafka instead of RabbitMQ for the queue', 'replaced'],
    ['We use RabbitMQ for the queue', 'We use Kafka for the queue instead of RabbitMQ', 'replaced'],
    ['Use spaces', 'Use tabs instead of spaces', 'replaced'],
    ['Alice owns billing', 'Bob owns billing instead of Alice', 'replaced'],
    ['Deploy with Ansible', 'Deploy with GitHub Actions rather than Ansible', 'replaced'],
    ['Alice reviews billing', 'Alice reviews payments instead of billing', 'replaced'],
    ['队列使用 RabbitMQ', '队列使用 Kafka 而不是 RabbitMQ', 'replaced'],
    ['缩进用空格', '缩进用制表符而不是空格', 'replaced'],
    ['The API listens on port 8080', 'The API now listens on port 9090', 'changed'],
    ['The rate limit is 100 requests per minute', 'The rate limit is now 250 requests per minute', 'changed'],
    ['We deploy on Fridays', 'We now deploy on Tuesdays', 'changed'],
    ['We deploy on Fridays', 'Now we deploy on Tuesdays', 'changed'],
    ['Deploys need two approvals', 'Deploys now need three approvals', 'changed'],
    ['The build uses Node 20', 'The build now uses Node 22', 'changed'],
    ['The release is planned for March', 'The release is now planned for June', 'changed'],
    ['The default branch is main', 'The default branch is now trunk', 'changed'],
    ['The owner of billing is Anna', 'The owner of billing is now Bob', 'changed'],
    ['The database is MySQL', 'The database is now PostgreSQL', 'changed'],
    ['We use Jest for tests', 'We now use Vitest for tests', 'changed'],
    ['每周五发布版本', '现在每周二发布版本', 'changed'],
    ['服务监听 8080 端口', '服务现在监听 9090 端口', 'changed'],
    ['默认分支是 main', '默认分支现在是 trunk', 'changed'],
    ['消息队列使用 RabbitMQ', '消息队列改用 Kafka', 'changed'],
    ['消息队列用 RabbitMQ', '消息队列已经改用 Kafka 了', 'changed'],
    ['默认分支是 main', '默认分支改为 trunk', 'changed'],
    ['数据库是 MySQL', '数据库换成了 Postgres', 'changed'],
    ['日志格式是文本', '日志格式改成 JSON', 'changed'],
    ['例会定在周五', '例会改到周二', 'changed'],
    // The former value is named.
    [
      'The dev server runs on port 3000',
      'The dev server runs on port 5173, no longer on port 3000',
      'replaced',
    ],
    ['The dev server runs on port 3000', 'The dev server is now on port 5173, no longer on 3000', 'replaced'],
    [
      'The dev server runs on port 3000',
      'The dev server no longer runs on port 3000 but on port 5173',
      'replaced',
    ],
    [
      'The dev server runs on port 3000',
      "The dev server no longer runs on port 3000, it's now 5173",
      'replaced',
    ],
    [
      'The weekly sync is on Wednesday',
      'The weekly sync is on Thursday (no longer on Wednesday)',
      'replaced',
    ],
    ['We deploy with Ansible', 'We deploy with Argo CD, not with Ansible anymore', 'replaced'],
    ['The owner of billing is Anna', 'The owner of billing is Bob and no longer Anna.', 'replaced'],
    ['周会定在每周三下午三点', '周会改到每周四下午三点，不再是周三', 'replaced'],
    ['周会在周三', '周会现在是周四，不再是周三', 'replaced'],
    ['周会在周三', '周会不再是周三，而是周四', 'replaced'],
    ['服务监听 3000 端口', '服务监听 5173 端口，不再监听 3000 端口', 'replaced'],
    ['消息队列用 RabbitMQ', '消息队列用 Kafka，不再用 RabbitMQ', 'replaced'],
    // What was a correction itself.
    ['The API now listens on port 8080', 'The API now listens on port 9090', 'changed'],
    ['We now deploy on Fridays', 'We no longer deploy on Fridays', 'ended'],
    ['消息队列改用 Kafka', '消息队列改用 NATS', 'changed'],
  ])('"%s" by "%s"', (older, newer, how) => {
    expect(plainCorrection(older, newer)).toBe(how)
  })

  it.each([
    // No cue: both may hold.
    ['We deploy on Tuesdays', 'We deploy on Thursdays'],
    ['The API listens on port 8080', 'The API listens on port 9090'],
    ['服务监听 8080 端口', '服务监听 9090 端口'],
    // Another thing, or more than one difference.
    ['We use mocks in tests', 'We no longer use mocks in benchmarks'],
    ['Tom plays football with Ann', 'Tom no longer plays with Ann'],
    ['Server 1 runs the search service', 'Server 2 now runs the search service'],
    ['Server 1 runs the search service', 'Now server 2 runs the search service'],
    ['The web port is 8080', 'The admin port is now 9090'],
    ['Free users get 10 requests', 'Paid users now get 20 requests'],
    ['Tests run on Linux', 'Nightly tests run on Windows instead of Linux'],
    ['The API returns JSON', 'The admin API returns JSON instead of XML'],
    ['Use spaces', 'Use tabs instead of'],
    ['测试环境使用 MySQL', '生产环境不再使用 MySQL'],
    ['测试环境是 MySQL', '生产环境改用 Postgres'],
    // The former value is named, but it is not this one, or not all of it, or not of this thing.
    ['The dev server runs on port 3000', 'The dev server runs on port 5173, no longer on port 4000'],
    ['The dev server runs on port 3000', 'The API runs on port 5173, no longer on port 3000'],
    ['The dev server runs on port 3000', 'The dev server runs on port 5173 in CI, no longer on port 3000'],
    ['The dev server runs on port 3000', 'The dev server no longer runs on port 3000, except in CI'],
    ['The dev server runs on port 3000', 'The dev server no longer runs on port 4000 but on port 5173'],
    ['The dev server runs on port 3000', 'The dev server no longer runs on port 3000 but only in CI'],
    ['The dev server runs on port 3000', 'The dev server no longer runs on port 3000, if you set PORT'],
    [
      'The dev server runs on port 3000',
      'The dev server no longer runs on port 3000 but has to be started first',
    ],
    ['Deploys happen on Fridays', 'Deploys happen not on Tuesdays, no longer on Fridays'],
    ['We deploy on Fridays', 'We deploy on Tuesdays or Mondays, no longer on Fridays'],
    ['Alice reports to Bob', 'Bob reports to Alice, no longer to Carol'],
    ['We deploy on Fridays', 'We deploy on Tuesdays, no longer on Fridays and Mondays'],
    ['We deploy on Fridays', 'We deploy on Tuesdays, no longer on Fridays if CI is red'],
    ['周会定在每周三下午三点', '周会改到每周四上午十点，不再是周三'],
    ['周会定在每周三', '月会改到每周四，不再是周三'],
    ['周会在周三', '周会不再是周二，而是周四'],
    ['周会在周三', '周会现在是周四，不再是周三吗'],
    ['消息队列用 RabbitMQ', '日志队列用 Kafka，不再用 RabbitMQ'],
    // The same words in another order, or other letters.
    ['Alice reports to Bob', 'Bob no longer reports to Alice'],
    ['张三向李四汇报', '李四不再向张三汇报'],
    ['We run curl with -O', 'We no longer run curl with -o'],
    ['We run curl with -O', 'We run curl with --remote-name instead of -o'],
    ['billing calls ledger', 'ledger calls audit instead of billing'],
    ['Service A calls service B', 'Service B no longer calls service A'],
    ['We use Redis 5 and Kafka 6', 'We no longer use Redis 6 and Kafka 5'],
    ['Alice prefers Bob for reviews', 'Bob prefers Carol for reviews instead of Alice'],
    // Another verb, or somebody who uses many things.
    ['我们在北京', '我们改用 Slack'],
    ['我们是一个小团队', '我们改用 Slack'],
    ['我们用 Python 写后端', '我们改用 Slack'],
    ['张伟在上海', '张伟改用 Vim'],
    ['项目是开源的', '项目改用 MIT'],
    ['前端用 React', '前端改用 Yarn'],
    ['我们用 Python', '我们改用深色主题'],
    // A state, not a value.
    ['The main database is Postgres', 'The main database is now full'],
    ['My manager Anna is German', 'My manager Anna is now pregnant'],
    ['The build servers are slow', 'The build servers are now green'],
    ['The team members are Anna', 'The team members are now Bob'],
    ['张伟是北京人', '张伟现在是经理'],
    ['王芳在上海', '王芳现在在开会'],
    ['办公室在杭州', '办公室现在在装修'],
    // A number that names a thing.
    ['一组负责搜索', '现在二组负责搜索'],
    ['第一版支持中文', '现在第二版支持中文'],
    ['三班的老师是王芳', '现在五班的老师是王芳'],
    ['一楼是餐厅', '现在二楼是餐厅'],
    ['Bug fixed in version 1', 'Bug now fixed in version 2'],
    ['In June the office is closed', 'Now in July the office is closed'],
    // A question, an order to leave something, two statements, another unit.
    ['数据库是 MySQL', '数据库换成了 Postgres 吗'],
    ['Avoid deploys on Fridays', 'Now avoid deploys on Mondays'],
    ['避免在周五发布', '现在避免在周一发布'],
    ['Ship on Friday; ask Bob first', 'Now ship on Tuesday; ask Bob first'],
    ['Alice is allergic to nuts and works at 5', 'Alice is allergic to nuts and now works at 6'],
    ['The timeout is 30s', 'The timeout is now 5gb'],
    // One has only more to say.
    ['We deploy on Fridays', 'We now deploy on Fridays and Mondays'],
    ['We use React', 'We now use React with TypeScript'],
    ['我们使用 React', '我们现在使用 React 和 TypeScript'],
    // Not a value, and nothing that has one value at a time.
    ['The office is in Oslo', 'The office is now closed'],
    ['The office is large', 'The office is now closed'],
    ['Anna is the lead', 'Anna is now on vacation'],
    ['The staging cluster is in Oslo', 'The staging cluster is now overloaded'],
    ['We use React', 'We now use Docker'],
    ['We use React', 'We now use Vue.js'],
    ['We use mocks for tests', 'We now use containers for tests'],
    ['Alice likes tea', 'Alice now likes jazz'],
    ['张伟喜欢喝茶', '张伟现在喜欢爬山'],
    ['The queue has 3 workers', 'The queue now has Redis workers'],
    // Passing.
    ['The API listens on port 8080', 'The API listens for now on port 9090'],
    ['The rate limit is 100', 'The rate limit is right now 250'],
    // Negated.
    ['We do not deploy on Fridays', 'We now do not deploy on Tuesdays'],
    ['The limit is not 100', 'The limit is now 250'],
    ['我们不用 RabbitMQ', '我们改用 Kafka'],
    ['Use spaces', "Don't use tabs instead of spaces"],
    // Several statements, or a question.
    ['The API listens on port 8080. Logs go to stdout.', 'The API now listens on port 9090.'],
    ['The API listens on port 8080', 'The API now listens on port 9090.\nLogs go to files.'],
    ['The API listens on port 8080', 'The API now listens on port 9090?'],
    // The cue stands behind what differs.
    ['The limit of 10 is enforced', 'The limit of 20 is enforced now'],
    ['Release 1.2 uses the old parser', 'Release 1.3 uses the old parser now'],
    // Long.
    ['The owner of billing is Anna', 'The owner of billing is now the new team in the Berlin office'],
    ['', 'We no longer use mocks'],
  ])('is not seen between "%s" and "%s"', (older, newer) => {
    expect(plainCorrection(older, newer)).toBeUndefined()
  })

  it('is never seen in the same text, nor without a cue', () => {
    const word = fc.constantFrom(
      'we',
      'deploy',
      'on',
      '10',
      '20',
      'fridays',
      'Kafka',
      '周',
      '五',
      '用',
      'is',
      'not',
    )
    const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(plainCorrection(one, one)).toBeUndefined()
        expect(plainCorrection(one, other)).toBeUndefined()
      }),
    )
  })
})
