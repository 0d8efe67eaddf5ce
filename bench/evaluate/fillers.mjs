// Notes that make a store as large as wanted: everyday development, in English, Chinese and both, made up from parts by a
// seed. Each says something of one invented component, so none answers a question that does not name it.
import { pick, seededRandom } from './random.mjs'

export const FILLER_ID = 'filler-'

export function makeFillers(count, seed) {
  const random = seededRandom(seed)
  const texts = new Set()
  while (texts.size < count) texts.add(fillerText(random))
  return [...texts].map((text, at) => ({ id: `${FILLER_ID}${at}`, text }))
}

const list = (words) => words.trim().split(/\s*\|\s*/)

const NAMES = list(
  'heron | kestrel | basalt | juniper | larch | otter | pumice | quartz | sable | tamarind | umber | vesper | willet | yarrow | zephyr | alder | bramble | cobalt | dunlin | ember | fennel | garnet | hazel | indigo | jackdaw | kelp | lichen | marten | nettle | ochre | petrel | quill | rowan | saffron | teasel | urchin | vetch | wren | xenon | yew',
)
const ROLES = list(
  'importer | gateway | ledger | scheduler | renderer | indexer | notifier | archiver | resolver | poller | mapper | exporter | sampler | router | registry | console | sidecar | adapter | loader | planner | monitor | mirror | broker | builder | watcher | packer',
)
const PEOPLE = list(
  'Ines | Tomasz | Priya | Noor | Kwame | Sanna | 林越 | 周岚 | 许衡 | 方屿 | Mateo | Yuki | Alva | 顾湘 | Idris | 沈砚',
)
const DAYS = list('Monday | Tuesday | Wednesday | Thursday')
const ZH_DAYS = list('周一 | 周二 | 周三 | 周四')
const FORMATS = list('CSV | Avro | Parquet | MessagePack | NDJSON | protobuf | XML | TOML')
const LANGUAGES = list('Elixir | Kotlin | Rust | Go | Ruby | Scala | Dart | C# | Zig | Lua')
const STORES = list('Cassandra | MariaDB | etcd | DynamoDB | ScyllaDB | CockroachDB | LevelDB | Memcached')

function fillerText(random) {
  const name = `${pick(NAMES, random)}-${pick(ROLES, random)}`
  const parts = {
    name,
    person: pick(PEOPLE, random),
    day: pick(DAYS, random),
    zhDay: pick(ZH_DAYS, random),
    format: pick(FORMATS, random),
    language: pick(LANGUAGES, random),
    store: pick(STORES, random),
    few: 2 + Math.floor(random() * 18),
    many: 10 * (3 + Math.floor(random() * 900)),
  }
  return pick(NOTES, random)(parts)
}

const ENGLISH = [
  ({ name, few }) => `${name} gives up after ${few} attempts and parks the item in its own dead letter table`,
  ({ name, person, day }) => `${person} looks after ${name}; reviews of it happen on ${day} afternoons`,
  ({ name, format }) => `${name} reads ${format} only, other inputs are converted before it sees them`,
  ({ name, store, many }) => `${name} keeps its rows in ${store}, about ${many} of them per tenant`,
  ({ name, language }) =>
    `${name} was ported to ${language} because the old runtime could not be patched any more`,
  ({ name, many }) => `The memory limit of ${name} is ${many} MB; above that the kernel ends it`,
  ({ name, few }) => `${name} runs with ${few} replicas, one of them in the second zone`,
  ({ name, many }) => `Batches of ${name} hold at most ${many} entries, larger ones are split by the caller`,
  ({ name }) =>
    `Do not rename the columns of ${name}: a report of the finance department selects them by name`,
  ({ name, person }) => `${person} prefers small pull requests for ${name}, one function at a time`,
  ({ name, format }) => `The ${format} schema of ${name} is generated, edit the template and not the output`,
  ({ name, few }) => `Certificates of ${name} are valid for ${few} weeks and renewed by its own timer`,
  ({ name, many }) => `${name} listens on port ${many + 1} inside of the cluster`,
  ({ name, store }) => `${name} used to write to ${store}; what is left there is only read by the audit`,
  ({ name, day }) => `The nightly run of ${name} is skipped on ${day} because of the backup window`,
  ({ name, many }) =>
    `Set ${name.toUpperCase().replace('-', '_')}_TIMEOUT to ${many} when it runs behind the proxy`,
  ({ name, language }) => `Examples for ${name} are written in ${language}, with the error handling left in`,
  ({ name, few }) => `${name} drops samples older than ${few} hours without a message`,
  ({ name, person, format }) => `${person} asked for ${format} output of ${name} in the next quarter`,
  ({ name, many }) => `A full rebuild of ${name} takes about ${many} seconds on the large runner`,
  ({ name }) => `Screens of ${name} follow the old style guide until the redesign is decided`,
  ({ name, few }) => `Version ${few} of the ${name} protocol is the last one that old devices understand`,
]

const CHINESE = [
  ({ name, few }) => `${name} 连续失败 ${few} 次后把条目写进它自己的死信表`,
  ({ name, person, zhDay }) => `${name} 由${person}负责，相关评审放在${zhDay}下午`,
  ({ name, format }) => `${name} 只接收 ${format}，其他格式由上游先转换好`,
  ({ name, store, many }) => `${name} 的数据放在 ${store}，每个租户大约 ${many} 行`,
  ({ name, language }) => `${name} 已经用 ${language} 重写，旧的运行时没人能维护`,
  ({ name, many }) => `${name} 的内存上限是 ${many} MB，超过就会被系统杀掉`,
  ({ name, few }) => `${name} 一共 ${few} 个副本，其中一个在第二可用区`,
  ({ name, many }) => `${name} 单批最多 ${many} 条，再多由调用方自己拆分`,
  ({ name }) => `${name} 的列名不要改，财务的报表按列名取数`,
  ({ name, person }) => `${person}希望 ${name} 的合并请求小一点，一次一个函数`,
  ({ name, format }) => `${name} 的 ${format} 结构是生成出来的，要改就改模板`,
  ({ name, few }) => `${name} 的证书有效期 ${few} 周，由它自己的定时器续期`,
  ({ name, many }) => `${name} 在集群内部监听 ${many + 1} 端口`,
  ({ name, store }) => `${name} 以前写 ${store}，现在那里只剩审计在读`,
  ({ name, zhDay }) => `${name} 的夜间批处理${zhDay}跳过，给备份让时间`,
  ({ name, many }) => `${name} 放在代理后面时超时要调到 ${many} 毫秒`,
  ({ name, language }) => `${name} 的示例用 ${language} 写，错误处理不要省略`,
  ({ name, few }) => `${name} 会直接丢弃 ${few} 小时以前的采样，不报错`,
  ({ name, person, format }) => `${person}提过下个季度 ${name} 要能输出 ${format}`,
  ({ name, many }) => `${name} 全量重建在大机器上大约 ${many} 秒`,
  ({ name }) => `${name} 的界面在改版定下来之前沿用旧的设计规范`,
  ({ name, few }) => `${name} 协议第 ${few} 版是旧设备能识别的最后一版`,
]

const MIXED = [
  ({ name, few }) => `${name} 的 retry 上限是 ${few}，之后走它自己的 fallback`,
  ({ name, person }) => `${name} 的 owner 是${person}，改 API 之前先在 channel 里说一声`,
  ({ name, format }) => `${name} 的 payload 用 ${format}，header 里带上 schema version`,
  ({ name, store }) => `${name} 的 backend 是 ${store}，local 环境用 mock`,
  ({ name, many }) => `${name} 的 batch size 设成 ${many}，再大 latency 就上去了`,
  ({ name, language }) => `${name} 的 client 是 ${language} 写的，codegen 之后不要手改`,
  ({ name, few }) => `${name} 的 build cache 保留 ${few} 天，过期自动 prune`,
  ({ name, many }) => `${name} 的 heap 开到 ${many} MB，dashboard 上单独有 panel`,
  ({ name, zhDay }) => `${name} 的 release train 是${zhDay}，hotfix 另外走`,
  ({ name }) => `${name} 的 webhook 会重复投递，handler 要幂等`,
]

const NOTES = [...ENGLISH, ...CHINESE, ...MIXED]
