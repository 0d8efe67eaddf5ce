// Stores of vectors that people run themselves: LanceDB, Chroma, Pinecone, PostgreSQL.

export const STORE_DOWN = {
  key: 'stores.store-down',
  en: '{store} cannot be reached ({reason}).',
  zh: '无法连接 {store}（{reason}）。',
} as const

export const STORE_DOWN_FIX = {
  key: 'stores.store-down-fix',
  en: 'Start it, or correct its address (`memdir config get storage.url`). Until then words answer; `memdir config set storage.backend embedded` goes back.',
  zh: '请启动它，或更正其地址（`memdir config get storage.url`）。在此之前按词回答；`memdir config set storage.backend embedded` 可改回内置存储。',
} as const

export const STORE_SLOW = {
  key: 'stores.store-slow',
  en: '{store} did not answer in time.',
  zh: '{store} 未及时应答。',
} as const

export const STORE_SLOW_FIX = {
  key: 'stores.store-slow-fix',
  en: 'Words answered. `memdir storage status` shows how long it takes.',
  zh: '已按词回答。`memdir storage status` 会显示它需要多久。',
} as const

export const STORE_SILENT_FIX = {
  key: 'stores.store-silent-fix',
  en: 'See that it is that server and that it runs well (`memdir config get storage.url`). Until then words answer; `memdir config set storage.backend embedded` goes back.',
  zh: '请确认地址正确、服务器运行正常（`memdir config get storage.url`）。在此之前按词回答；`memdir config set storage.backend embedded` 可改回内置存储。',
} as const

export const STORE_BUSY = {
  key: 'stores.store-busy',
  en: '{store} is overloaded ({reason}).',
  zh: '{store} 过载（{reason}）。',
} as const

export const STORE_BUSY_FIX = {
  key: 'stores.store-busy-fix',
  en: 'Wait: the background work tries again by itself.',
  zh: '请稍候：后台工作会自行重试。',
} as const

export const STORE_REFUSED = {
  key: 'stores.store-refused',
  en: '{store} refuses the key ({reason}).',
  zh: '{store} 拒绝了密钥（{reason}）。',
} as const

export const STORE_REFUSED_FIX = {
  key: 'stores.store-refused-fix',
  en: 'Put a valid one into the environment variable {variable}.',
  zh: '请将有效的密钥放入环境变量 {variable}。',
} as const

export const STORE_DIMENSIONS = {
  key: 'stores.store-dimensions',
  en: '{store} takes vectors of {most} numbers; the model {model} makes {got}.',
  zh: '{store} 只接受 {most} 个数的向量；模型 {model} 生成 {got} 个。',
} as const

export const STORE_DIMENSIONS_FIX = {
  key: 'stores.store-dimensions-fix',
  en: 'Make an index with at least {got} dimensions and the metric cosine, and set its address in storage.url.',
  zh: '请建立至少 {got} 维、度量为 cosine 的索引，并在 storage.url 中设置其地址。',
} as const

export const STORE_FAILED = {
  key: 'stores.store-failed',
  en: '{store} failed ({reason}).',
  zh: '{store} 出错（{reason}）。',
} as const

export const STORE_FAILED_FIX = {
  key: 'stores.store-failed-fix',
  en: 'Run `memdir doctor`; `memdir config set storage.backend embedded` goes back to the files.',
  zh: '请运行 `memdir doctor`；`memdir config set storage.backend embedded` 可改回文件。',
} as const

export const STORE_PACKAGE_MISSING = {
  key: 'stores.package-missing',
  en: 'Vectors in {store} need the package {name}, which is not installed.',
  zh: '将向量存入 {store} 需要软件包 {name}，但它尚未安装。',
} as const

export const STORE_PACKAGE_MISSING_FIX = {
  key: 'stores.package-missing-fix',
  en: 'Run: {command}',
  zh: '请运行：{command}',
} as const

export const STORE_SETTING_MISSING = {
  key: 'stores.setting-missing',
  en: '{store} needs {setting}, which is not set.',
  zh: '{store} 需要 {setting}，但尚未设置。',
} as const

export const STORE_SETTING_MISSING_FIX = {
  key: 'stores.setting-missing-fix',
  en: 'Set it: {example}',
  zh: '请设置：{example}',
} as const

export const STORE_UNSAFE_COMMIT = {
  key: 'stores.unsafe-commit',
  en: 'The PostgreSQL server has synchronous_commit = {value}: a crash would lose what it has confirmed.',
  zh: 'PostgreSQL 服务器的 synchronous_commit = {value}：崩溃会丢失已确认的写入。',
} as const

export const STORE_UNSAFE_COMMIT_FIX = {
  key: 'stores.unsafe-commit-fix',
  en: 'Switch it on for this role or database: ALTER ROLE … SET synchronous_commit = on.',
  zh: '请为该角色或数据库启用：ALTER ROLE … SET synchronous_commit = on。',
} as const

export const STORE_NEWER_SCHEMA = {
  key: 'stores.newer-schema',
  en: 'The tables in PostgreSQL are of a newer memdir (version {found}, this one knows {known}).',
  zh: 'PostgreSQL 中的表来自更新版本的 memdir（版本 {found}，本版本只认识 {known}）。',
} as const

export const STORE_NEWER_SCHEMA_FIX = {
  key: 'stores.newer-schema-fix',
  en: 'Update memdir, or set storage.schema to another name.',
  zh: '请更新 memdir，或将 storage.schema 设为其他名称。',
} as const

export const STORE_NO_PGVECTOR = {
  key: 'stores.no-pgvector',
  en: 'The PostgreSQL server has no pgvector of version 0.7 or newer.',
  zh: 'PostgreSQL 服务器没有 0.7 或更新版本的 pgvector。',
} as const

export const STORE_NO_PGVECTOR_FIX = {
  key: 'stores.no-pgvector-fix',
  en: 'Install the extension there, then: CREATE EXTENSION vector.',
  zh: '请在服务器上安装该扩展，然后执行：CREATE EXTENSION vector。',
} as const

export const STORE_PASSWORD_IN_ADDRESS = {
  key: 'stores.password-in-address',
  en: 'The address in storage.url has a password in it; settings keep no secrets.',
  zh: 'storage.url 中的地址带有密码；设置中不保存机密。',
} as const

export const STORE_PASSWORD_IN_ADDRESS_FIX = {
  key: 'stores.password-in-address-fix',
  en: 'Take it out of the address and put it into the environment variable {variable}.',
  zh: '请从地址中去掉密码，并放入环境变量 {variable}。',
} as const

export const NOTHING_TO_MOVE = {
  key: 'stores.nothing-to-move',
  en: 'There is nothing to move from {from}: vectors live in {to}, and no other place has any.',
  zh: '没有可从 {from} 迁移的向量：向量存放在 {to}，其他地方没有。',
} as const

export const NOTHING_TO_MOVE_FIX = {
  key: 'stores.nothing-to-move-fix',
  en: 'Choose another place first: memdir config set storage.backend lancedb.',
  zh: '请先选择其他存放处：memdir config set storage.backend lancedb。',
} as const

export const STORE_PROVEN = {
  key: 'stores.proven',
  en: '{store} found a vector that was written there, after {ms} ms.',
  zh: '{store} 在 {ms} 毫秒后找到了刚写入的向量。',
} as const

export const STORE_NOT_PROVEN = {
  key: 'stores.not-proven',
  en: '{store} did not find a vector that was written there {ms} ms before.',
  zh: '{store} 未能找到 {ms} 毫秒前写入的向量。',
} as const

export const STORE_PROBLEM = {
  key: 'stores.problem',
  en: '{problem} {fix}',
  zh: '{problem} {fix}',
} as const
