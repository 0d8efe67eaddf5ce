// What memories say of dependencies, tools, machines and services is never called gone: it was never in the tree.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ListedTree, listedTree } from '../../../test/support/listed-tree.ts'

const ENGLISH = [
  'Use --frozen-lockfile when installing in CI.',
  'Pass `--legacy-peer-deps` if the peer ranges conflict.',
  'Never push with --force, use --force-with-lease.',
  'Start the server with `--inspect-brk` to debug it.',
  'src/server.ts has to be run with `--enable-source-maps`.',
  'Tests are slow without `--maxWorkers=2` in CI; see package.json.',
  'Add --platform=linux/amd64 when the image is for production.',
  'playwright.config.ts: debug with `--headed`, record with `--trace`.',
  'The user wants `--no-ff` for release branches.',
  'Use `--max-old-space-size=4096` when the heap runs out.',
  'Validate with zod: `safeParse()`, never `parse()`.',
  'In React prefer `useDeferredValue()` to debouncing.',
  "Drizzle's `onConflictDoUpdate()` replaces the manual upsert.",
  'TanStack Query: call `invalidateQueries()` after a mutation.',
  'After a mutation call `queryClient.invalidateQueries()`.',
  'Copy with `structuredClone()`, not with JSON.',
  'Prefer `Array.prototype.toSorted()` over sort().',
  'Read frames with `pd.read_csv(path)` and `pd.concat(frames)`.',
  'Wrap inference in `torch.no_grad()`.',
  'Use `asyncio.gather()` for the three requests.',
  'Set `AWS_PROFILE=staging` and `NODE_OPTIONS` before a deploy.',
  '`DATABASE_URL` points to the replica, `REDIS_URL` to the cache.',
  'The package `@tanstack/react-query` stays at 5.59.0.',
  'We depend on `lodash.debounce` and `date-fns`, never on moment.',
  'Docs: https://orm.drizzle.team/docs/column-types/pg and https://react.dev/reference/react/useMemo.',
  'Work happens on `feature/login-page`, releases come from `release/2024.10`.',
  'The staging host is `api.staging.example.com`, the bucket `acme-prod-assets`.',
  'Node v20.11.1, pnpm 9.12.3, Postgres 16.4 in `docker.io/library/postgres:16`.',
  'Column `created_at` in `user_accounts` is UTC.',
  'The GitHub action `actions/checkout@v4` needs fetch-depth: 0.',
  'In Vitest use `vi.useFakeTimers()` with `shouldAdvanceTime`.',
  'Mock the clock with sinon: `sinon.useFakeTimers()`.',
]
const CHINESE = [
  '安装依赖要加--frozen-lockfile。',
  '依赖冲突时加`--legacy-peer-deps`参数。',
  '推送不要用--force，用--force-with-lease。',
  '调试服务时加`--inspect-brk`启动。',
  '运行src/server.ts时要带上`--enable-source-maps`。',
  '构建镜像要加--platform=linux/amd64。',
  '打包慢的话试试`--no-sourcemap`。',
  '发布时带`--provenance`和`--access=public`。',
  '跑测试加--maxWorkers=2，不然内存不够。',
  '内存不足时设置`--max-old-space-size=4096`。',
  '用zod校验：`safeParse()`，不要用`parse()`。',
  'React里优先用`useDeferredValue()`，不要自己防抖。',
  'drizzle的`onConflictDoUpdate()`可以代替手写的upsert。',
  '修改之后调用`queryClient.invalidateQueries()`刷新列表。',
  '深拷贝用`structuredClone()`。',
  '读表用`pd.read_csv(path)`，合并用`pd.concat(frames)`。',
  '推理时要放在`torch.no_grad()`里。',
  '并发请求用asyncio.gather()。',
  '部署前设置`AWS_PROFILE`和`NODE_OPTIONS`。',
  '`DATABASE_URL`指向只读副本。',
  '`@tanstack/react-query`固定在5.59.0版本。',
  '日期处理用`date-fns`，不用moment.js。',
  '文档见https://orm.drizzle.team/docs/column-types/pg。',
  '开发分支是`feature/login-page`，发布分支是release/2024.10。',
  '测试环境的域名是`api.staging.example.com`。',
  '数据库是Postgres 16.4，镜像docker.io/library/postgres:16。',
  '`user_accounts`表的`created_at`字段是UTC时间。',
  'Node用v20.11.1，pnpm用9.12.3。',
  'CI里的actions/checkout@v4要设fetch-depth: 0。',
  'vitest里用`vi.useFakeTimers()`控制时间。',
  'prisma的`findUniqueOrThrow()`找不到就抛错。',
]

let tree: ListedTree
beforeAll(async () => {
  tree = listedTree()
  tree.put({
    'package.json': JSON.stringify({
      scripts: { test: 'x' },
      dependencies: {
        '@tanstack/react-query': '5',
        'drizzle-orm': '1',
        react: '19',
        zod: '4',
        '@prisma/client': '6',
      },
      devDependencies: { vitest: '4' },
    }),
    'requirements.txt': 'torch==2.4\npandas>=2\n',
    'playwright.config.ts': 'use()',
    'src/server.ts': 'export function startServer() {}',
  })
  await tree.listBefore('export function formerServer() {}')
  await tree.list()
})
afterAll(() => tree.remove())

test.each([...ENGLISH, ...CHINESE])('%s', (sentence) => {
  expect(tree.verify(sentence).gone).toEqual([])
})

test('what is the tree’s own is', () => {
  expect(tree.verify('`startServer()` replaced `formerServer()`, 不再用formerServer()').gone).toEqual([
    'formerServer',
  ])
  expect(tree.verify('`startServer()` replaced `olderServer()`').gone).toEqual(['olderServer'])
  expect(tree.verify('`olderServer()` is called by React, `formerServer()` too').gone).toEqual([
    'formerServer',
  ])
})

test('a flag that no listing ever had is said to be named nowhere, not to be gone', () => {
  expect(tree.verify('Start it with `--inspect-brk` to debug it')).toEqual({
    exists: [],
    gone: [],
    unnamed: ['--inspect-brk'],
  })
  expect(tree.verify('`git push --force-with-lease` only')).toEqual({ exists: [], gone: [] })
})
