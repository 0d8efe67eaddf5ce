// Stores of vectors that people run themselves: LanceDB, Chroma, Pinecone, PostgreSQL.

import { texts } from './message.ts'

export const storesTexts = texts('stores', {
  storeDown: ['{store} cannot be reached ({reason}).', '无法连接 {store}（{reason}）。'],
  storeDownFix: ['Start it, or correct its address (`memdir config get storage.url`). Until then words answer; `memdir config set storage.backend embedded` goes back.', '请启动它，或更正其地址（`memdir config get storage.url`）。在此之前按词回答；`memdir config set storage.backend embedded` 可改回内置存储。'],
  storeSlow: ['{store} did not answer in time.', '{store} 未及时应答。'],
  storeSlowFix: ['Words answered. `memdir storage status` shows how long it takes.', '已按词回答。`memdir storage status` 会显示它需要多久。'],
  storeSilentFix: [
    'See that it is that server and that it runs well (`memdir config get storage.url`). Until then words answer; `memdir config set storage.backend embedded` goes back.',
    '请确认地址正确、服务器运行正常（`memdir config get storage.url`）。在此之前按词回答；`memdir config set storage.backend embedded` 可改回内置存储。',
  ],
  storeBusy: ['{store} is overloaded ({reason}).', '{store} 过载（{reason}）。'],
  storeBusyFix: ['Wait: the background work tries again by itself.', '请稍候：后台工作会自行重试。'],
  storeRefused: ['{store} refuses the key ({reason}).', '{store} 拒绝了密钥（{reason}）。'],
  storeRefusedFix: ['Put a valid one into the environment variable {variable}.', '请将有效的密钥放入环境变量 {variable}。'],
  storeDimensions: ['{store} takes vectors of {most} numbers; the model {model} makes {got}.', '{store} 只接受 {most} 个数的向量；模型 {model} 生成 {got} 个。'],
  storeDimensionsFix: ['Make an index with at least {got} dimensions and the metric cosine, and set its address in storage.url.', '请建立至少 {got} 维、度量为 cosine 的索引，并在 storage.url 中设置其地址。'],
  storeFailed: ['{store} failed ({reason}).', '{store} 出错（{reason}）。'],
  storeFailedFix: ['Run `memdir doctor`; `memdir config set storage.backend embedded` goes back to the files.', '请运行 `memdir doctor`；`memdir config set storage.backend embedded` 可改回文件。'],
  packageMissing: ['Vectors in {store} need the package {name}, which is not installed.', '将向量存入 {store} 需要软件包 {name}，但它尚未安装。'],
  packageMissingFix: ['Run: {command}', '请运行：{command}'],
  settingMissing: ['{store} needs {setting}, which is not set.', '{store} 需要 {setting}，但尚未设置。'],
  settingMissingFix: ['Set it: {example}', '请设置：{example}'],
  unsafeCommit: ['The PostgreSQL server has synchronous_commit = {value}: a crash would lose what it has confirmed.', 'PostgreSQL 服务器的 synchronous_commit = {value}：崩溃会丢失已确认的写入。'],
  unsafeCommitFix: ['Switch it on for this role or database: ALTER ROLE … SET synchronous_commit = on.', '请为该角色或数据库启用：ALTER ROLE … SET synchronous_commit = on。'],
  newerSchema: ['The tables in PostgreSQL are of a newer memdir (version {found}, this one knows {known}).', 'PostgreSQL 中的表来自更新版本的 memdir（版本 {found}，本版本只认识 {known}）。'],
  newerSchemaFix: ['Update memdir, or set storage.schema to another name.', '请更新 memdir，或将 storage.schema 设为其他名称。'],
  noPgvector: ['The PostgreSQL server has no pgvector of version 0.7 or newer.', 'PostgreSQL 服务器没有 0.7 或更新版本的 pgvector。'],
  noPgvectorFix: ['Install the extension there, then: CREATE EXTENSION vector.', '请在服务器上安装该扩展，然后执行：CREATE EXTENSION vector。'],
  passwordInAddress: ['The address in storage.url has a password in it; settings keep no secrets.', 'storage.url 中的地址带有密码；设置中不保存机密。'],
  passwordInAddressFix: ['Take it out of the address and put it into the environment variable {variable}.', '请从地址中去掉密码，并放入环境变量 {variable}。'],
  nothingToMove: ['There is nothing to move from {from}: vectors live in {to}, and no other place has any.', '没有可从 {from} 迁移的向量：向量存放在 {to}，其他地方没有。'],
  nothingToMoveFix: ['Choose another place first: memdir config set storage.backend lancedb.', '请先选择其他存放处：memdir config set storage.backend lancedb。'],
  proven: ['{store} found a vector that was written there, after {ms} ms.', '{store} 在 {ms} 毫秒后找到了刚写入的向量。'],
  notProven: ['{store} did not find a vector that was written there {ms} ms before.', '{store} 未能找到 {ms} 毫秒前写入的向量。'],
  problem: ['{problem} {fix}', '{problem} {fix}'],
})
