import { existsSync } from 'node:fs'
import type { Engine } from '../../engine/engine.ts'
import { examine, examineSecrets } from '../../memory/doctor.ts'
import type { Finding } from '../../memory/finding.ts'
import { MAX_MEMORY_BYTES, megabytes, SEARCH_MAX_BYTES } from '../../memory/memory-size.ts'
import { repair } from '../../memory/repair.ts'
import {
  FINDING_HARD_LINK,
  FINDING_LINK,
  FINDING_NAME_COLLISION,
  FINDING_NOT_REGULAR,
  FINDING_TOO_LARGE,
} from '../../messages/doctor.ts'
import { NOT_SEARCHED } from '../../messages/files.ts'
import { fileCount, UNFINISHED_CHANGE, UNFINISHED_PURGE } from '../../messages/history.ts'
import { type Message, message } from '../../messages/message.ts'
import { DAMAGED_REGISTRY, KEPT_DAMAGED } from '../../messages/projects.ts'
import { damagedCopies, readRegistry } from '../../projects/project-registry.ts'
import { trustNotices } from '../../settings/trust-notice.ts'
import type { JobRun } from '../../worker/job-log.ts'
import type { Command } from '../command.ts'
import { examineClock } from '../doctor-clock.ts'
import { examineLeftovers } from '../doctor-leftovers.ts'
import { examineSearchData } from '../doctor-search.ts'
import { examineDoubles } from '../examine-doubles.ts'
import { countOf, type Text } from '../language.ts'
import { type Output, printable } from '../output.ts'

export const command: Command = {
  usage: 'doctor',
  help: {
    en: 'Looks for problems in the memory directory, and proves for each agent on this machine that memory works in it. --fix repairs what can be repaired; every repair of a file can be undone.',
    zh: '检查记忆目录中的问题，并逐一验证本机各代理中的记忆是否可用。--fix 修复可修复的问题；对文件的每次修复都可撤销。',
  },
  most: 0,
  options: {
    fix: { type: 'boolean', en: 'repair', zh: '修复' },
    'fail-on-hit': {
      type: 'boolean',
      en: 'exit 1 when there are problems (for scripts)',
      zh: '有问题时以 1 退出（用于脚本）',
    },
  },
  examples: ['memdir doctor', 'memdir doctor --fix', 'memdir doctor --json --fail-on-hit'],
  quietSettings: true,
  withoutProject: true,
  async run({ values, context, output }) {
    const engine = values.fix ? await context.writingEngine() : context.engine()
    const { memory: directory, state } = engine.location
    const { examineAgents, printAgents } = await import('../doctor-agents.ts')
    const agents = await examineAgents(context, output)
    const { examineTrust } = await import('../../engine/examine-trust.ts')
    const asked = examineTrust({ env: context.env, directory: context.directory })
    const trust = trustNotices(asked)
    const agentProblem = agents.some((check) => check.status === 'problem')
    const registry = registryFindings(engine, values.fix === true)
    if (!existsSync(directory)) {
      output.data({
        memories: 0,
        findings: registry.left.map((finding) => withMessage(output, finding)),
        fixed: registry.fixed,
        settings: engine.settings.warnings,
        trust,
        agents,
      })
      printAgents(output, agents)
      printFindings(output, registry)
      printWarnings(output, [...engine.settings.warnings, ...trust])
      output.print(
        output.say({
          en: 'No memory directory yet; nothing to check. Start with `memdir init`.',
          zh: '还没有记忆目录，无需检查。先运行 `memdir init`。',
        }),
      )
      return values['fail-on-hit'] && (agentProblem || registry.left.some(isProblem)) ? 1 : 0
    }
    const examined = examine(directory, state)
    const actor = context.changedBy().actor
    const repaired = values.fix
      ? await repair({ directory, state, writer: engine.store.writer, actor }, examined)
      : { fixed: [] }
    // What is open is looked up after the repair: nothing is listed as repaired and as open.
    const now = repaired.fixed.length > 0 ? examine(directory, state) : examined
    const search = await examineSearchData(engine)
    const left = [
      ...registry.left,
      ...now.findings,
      ...(await examineSecrets(directory, now.memories)),
      ...search.left,
      ...examineClock(engine, values.fix === true),
      ...examineDoubles((await engine.records()).likelyDoubles()),
      ...failedWork((await engine.background()).runs(), output),
    ]
    const result = { fixed: [...registry.fixed, ...repaired.fixed, ...search.fixed], left }
    await engine.close()
    output.data({
      memories: examined.memories.length,
      findings: result.left.map((finding) => withMessage(output, finding)),
      fixed: result.fixed,
      settings: engine.settings.warnings,
      trust,
      agents,
    })
    printAgents(output, agents)
    printFindings(output, result)
    printWarnings(output, [...engine.settings.warnings, ...trust])
    printSummary(
      output,
      examined.memories.length,
      result.fixed.length,
      result.left,
      engine.settings.warnings.length + trust.length,
    )
    const problem = agentProblem || result.left.some(isProblem)
    return values['fail-on-hit'] && problem ? 1 : 0
  },
}

interface Findings {
  fixed: Finding[]
  left: Finding[]
}

/** projects.json as it was when the engine was opened, and what was kept of earlier damage. */
function registryFindings({ home, location }: Engine, fix: boolean): Findings {
  const damage: Finding = { code: 'damaged_registry', file: 'projects.json', facts: {}, fixable: true }
  const found = location.registryDamaged ? [damage] : []
  const stillThere = readRegistry(home).damaged
  const kept = damagedCopies(home).map(
    (file): Finding => ({ code: 'kept_damaged', file, facts: {}, fixable: false, note: true }),
  )
  const leftovers = examineLeftovers({ home, location }, fix)
  return {
    fixed: [...(stillThere ? [] : found), ...leftovers.fixed],
    left: [...(stillThere ? found : []), ...kept, ...leftovers.left],
  }
}

function printFindings(output: Output, { fixed, left }: Findings): void {
  for (const finding of fixed)
    output.print(
      `${output.paint.green('✓')} ${output.say({ en: 'repaired: ', zh: '已修复：' })}${line(output, finding)}`,
    )
  for (const finding of left) output.print(`${mark(output, finding)} ${line(output, finding)}`)
}

function withMessage(output: Output, finding: Finding): Finding & { message: string } {
  return { ...finding, message: describe(finding)[output.language] }
}

function isProblem(finding: Finding): boolean {
  return !finding.note
}

function printWarnings(output: Output, warnings: readonly Message[]): void {
  for (const warning of warnings)
    output.print(`${output.paint.yellow('!')} ${printable(output.say(warning))}`)
}

/** What the background could not do, nobody saw. */
function failedWork(runs: readonly JobRun[], output: Output): Finding[] {
  const last = new Map(runs.map((run) => [run.job, run]))
  return [...last.values()]
    .filter(({ status }) => status === 'failed')
    .map(({ job, error }) => ({
      code: 'failed_work',
      file: `state/jobs (${job})`,
      facts: { problem: error?.[output.language] ?? '' },
      fixable: false,
    }))
}

function mark(output: Output, finding: Finding): string {
  return finding.note ? output.paint.dim('·') : output.paint.yellow('!')
}

function line(output: Output, finding: Finding): string {
  return `${printable(finding.file)}: ${printable(output.say(describe(finding)))}`
}

function describe({ code, facts, said }: Finding): Text {
  const { line, target, of, id, mode, length, lines, character, rule, problem } = facts
  switch (code) {
    case 'missing_pointer':
      return { en: `no pointer to ${target}`, zh: `缺少指向 ${target} 的指针` }
    case 'dead_pointer':
      return {
        en: `line ${line} points to ${target}, which does not exist`,
        zh: `第 ${line} 行指向不存在的 ${target}`,
      }
    case 'duplicate_pointer':
      return { en: `line ${line} points to ${target} again`, zh: `第 ${line} 行重复指向 ${target}` }
    case 'long_line':
      return {
        en: `line ${line} has ${length} characters; keep it to about 150`,
        zh: `第 ${line} 行有 ${length} 个字符；请控制在 150 左右`,
      }
    case 'index_over_limit':
      return {
        en: `${lines} lines are more than agents load (200 lines, 25,000 bytes)`,
        zh: `共 ${lines} 行，超过代理加载的上限（200 行、25,000 字节）`,
      }
    case 'broken_frontmatter':
      return { en: 'the frontmatter cannot be read', zh: 'frontmatter 无法读取' }
    case 'duplicate_id':
      return { en: `has the same id (${id}) as ${of}`, zh: `与 ${of} 编号相同（${id}）` }
    case 'duplicate_memory':
      return { en: `says the same as ${of}; remove one of them`, zh: `与 ${of} 内容相同；请删除其一` }
    case 'lost_successor':
      return {
        en: `is hidden as superseded by ${id}, which does not exist or is hidden itself`,
        zh: `被标记为由 ${id} 取代而隐藏，但 ${id} 不存在或自身也被隐藏`,
      }
    case 'wrong_mode':
      return { en: `other users can read it (mode ${mode})`, zh: `其他用户可读取（权限 ${mode}）` }
    case 'stale_lock':
      return {
        en: 'a process ended while it held the lock; harmless, the next write takes it over',
        zh: '有进程在持锁时结束；无害，下次写入会接管',
      }
    case 'leftover':
      return { en: 'a temporary file was left behind', zh: '遗留的临时文件' }
    case 'hidden_characters':
      return {
        en: `line ${line} holds an invisible control character (${character})`,
        zh: `第 ${line} 行含有不可见控制字符（${character}）`,
      }
    case 'secret':
      return {
        en: `line ${line} holds a secret (${rule}); take it out, and consider it known`,
        zh: `第 ${line} 行含有密钥（${rule}）；请删除并视为已泄露`,
      }
    case 'failed_work':
      return {
        en: `the last work in the background failed: ${problem} — once that is mended, run \`memdir reindex\``,
        zh: `最近一次后台工作失败：${problem}；排除后请运行 \`memdir reindex\``,
      }
    case 'damaged_registry':
      return message(DAMAGED_REGISTRY)
    case 'kept_damaged':
      return message(KEPT_DAMAGED)
    case 'unfinished_change':
      return message(UNFINISHED_CHANGE, { files: fileCount(Number(facts.files)) })
    case 'unfinished_purge':
      return message(UNFINISHED_PURGE)
    case 'link':
      return message(FINDING_LINK)
    case 'not_regular':
      return message(FINDING_NOT_REGULAR)
    case 'too_large':
      return message(FINDING_TOO_LARGE, { most: MAX_MEMORY_BYTES / 1_000_000 })
    case 'hard_link':
      return message(FINDING_HARD_LINK)
    case 'name_collision':
      return message(FINDING_NAME_COLLISION, { of: String(of) })
    case 'unreadable':
      return { en: 'cannot be read', zh: '无法读取' }
    case 'not_searched':
      return message(NOT_SEARCHED, {
        size: megabytes(Number(facts.bytes)),
        most: SEARCH_MAX_BYTES / 1_000_000,
      })
    case 'likely_doubles':
    case 'search_data':
    case 'clock':
      return said!
  }
}

function printSummary(
  output: Output,
  memories: number,
  fixed: number,
  left: readonly Finding[],
  warnings: number,
): void {
  const problems = left.filter((finding) => !finding.note)
  const fixable = problems.filter((finding) => finding.fixable).length
  if (problems.length === 0) {
    const repaired = fixed > 0 ? output.say({ en: ` ${fixed} repaired.`, zh: `已修复 ${fixed} 个。` }) : ''
    if (warnings === 0 || fixed > 0)
      output.print(
        output.say({
          en: `${countOf(memories, 'memory', 'memories')}, all well.${repaired}`,
          zh: `${memories} 条记忆，一切正常。${repaired}`,
        }),
      )
    return
  }
  const hint =
    fixable > 0
      ? output.say({
          en: `; ${fixable} can be repaired: memdir doctor --fix`,
          zh: `；其中 ${fixable} 个可修复：memdir doctor --fix`,
        })
      : ''
  output.print(
    output.say({
      en: `${countOf(memories, 'memory', 'memories')}, ${countOf(problems.length, 'problem')}${hint}`,
      zh: `${memories} 条记忆，${problems.length} 个问题${hint}`,
    }),
  )
}
