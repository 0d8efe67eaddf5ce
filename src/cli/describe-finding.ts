// What the doctor found, as people read it and as programs do.

import {
  FINDING_HARD_LINK,
  FINDING_LINK,
  FINDING_NAME_COLLISION,
  FINDING_NOT_REGULAR,
  FINDING_NOT_TEXT,
  FINDING_SECRET,
  FINDING_SECRET_IN_INDEX,
  FINDING_TOO_LARGE,
} from '../base/messages/doctor.ts'
import { NOT_SEARCHED } from '../base/messages/files.ts'
import { fileCount, UNFINISHED_CHANGE, UNFINISHED_PURGE } from '../base/messages/history.ts'
import { type Message, message } from '../base/messages/message.ts'
import { DAMAGED_REGISTRY, KEPT_DAMAGED } from '../base/messages/projects.ts'
import type { DoctorFinding, FindingCode, FindingOf } from '../memory/doctor/doctor-finding.ts'
import { MAX_MEMORY_BYTES, megabytes, SEARCH_MAX_BYTES } from '../memory/files/memory-size.ts'
import type { Text } from './language.ts'
import type { Output } from './output.ts'

export function describeFinding<Code extends FindingCode>(finding: FindingOf<Code>): Text {
  return DESCRIPTIONS[finding.code](finding.facts)
}

const DESCRIPTIONS: { [Code in FindingCode]: (facts: FindingOf<Code>['facts']) => Text } = {
  missing_pointer: ({ target }) => ({ en: `no pointer to ${target}`, zh: `缺少指向 ${target} 的指针` }),
  dead_pointer: ({ line, target }) => ({
    en: `line ${line} points to ${target}, which does not exist`,
    zh: `第 ${line} 行指向不存在的 ${target}`,
  }),
  duplicate_pointer: ({ line, target }) => ({
    en: `line ${line} points to ${target} again`,
    zh: `第 ${line} 行重复指向 ${target}`,
  }),
  long_line: ({ line, length }) => ({
    en: `line ${line} has ${length} characters; keep it to about 150`,
    zh: `第 ${line} 行有 ${length} 个字符；请控制在 150 左右`,
  }),
  index_over_limit: ({ lines }) => ({
    en: `${lines} lines are more than agents load (200 lines, 25,000 bytes)`,
    zh: `共 ${lines} 行，超过代理加载的上限（200 行、25,000 字节）`,
  }),
  broken_frontmatter: () => ({ en: 'the frontmatter cannot be read', zh: 'frontmatter 无法读取' }),
  duplicate_id: ({ of, id }) => ({
    en: `has the same id (${id}) as ${of}`,
    zh: `与 ${of} 编号相同（${id}）`,
  }),
  duplicate_memory: ({ of }) => ({
    en: `says the same as ${of}; remove one of them`,
    zh: `与 ${of} 内容相同；请删除其一`,
  }),
  lost_successor: ({ id }) => ({
    en: `is hidden as superseded by ${id}, which does not exist or is hidden itself`,
    zh: `被标记为由 ${id} 取代而隐藏，但 ${id} 不存在或自身也被隐藏`,
  }),
  wrong_mode: ({ mode }) => ({
    en: `other users can read it (mode ${mode})`,
    zh: `其他用户可读取（权限 ${mode}）`,
  }),
  stale_lock: () => ({
    en: 'a process ended while it held the lock; harmless, the next write takes it over',
    zh: '有进程在持锁时结束；无害，下次写入会接管',
  }),
  leftover: () => ({ en: 'a temporary file was left behind', zh: '遗留的临时文件' }),
  hidden_characters: ({ line, character }) => ({
    en: `line ${line} contains an invisible control character (${character})`,
    zh: `第 ${line} 行含有不可见控制字符（${character}）`,
  }),
  secret: ({ line, rule, id }) =>
    id === undefined
      ? message(FINDING_SECRET_IN_INDEX, { line, rule })
      : message(FINDING_SECRET, { line, rule, id }),
  failed_work: ({ problem }) => ({
    en: `the last work in the background failed: ${problem}; after fixing it, run \`memdir reindex\``,
    zh: `最近一次后台工作失败：${problem}；排除后请运行 \`memdir reindex\``,
  }),
  damaged_registry: () => message(DAMAGED_REGISTRY),
  kept_damaged: () => message(KEPT_DAMAGED),
  unfinished_change: ({ files }) => message(UNFINISHED_CHANGE, { files: fileCount(files) }),
  unfinished_purge: () => message(UNFINISHED_PURGE),
  not_text: () => message(FINDING_NOT_TEXT),
  ignored_field: ({ explanation }) => explanation,
  link: () => message(FINDING_LINK),
  not_regular: () => message(FINDING_NOT_REGULAR),
  too_large: () => message(FINDING_TOO_LARGE, { most: MAX_MEMORY_BYTES / 1_000_000 }),
  hard_link: () => message(FINDING_HARD_LINK),
  name_collision: ({ of }) => message(FINDING_NAME_COLLISION, { of }),
  unreadable: () => ({ en: 'cannot be read', zh: '无法读取' }),
  not_searched: ({ bytes }) =>
    message(NOT_SEARCHED, {
      size: megabytes(bytes),
      most: SEARCH_MAX_BYTES / 1_000_000,
    }),
  likely_doubles: ({ explanation }) => explanation,
  search_data: ({ explanation }) => explanation,
  symbol_list: ({ explanation }) => explanation,
  vector_store: ({ explanation }) => explanation,
  unused_definition: ({ explanation }) => explanation,
  clock: ({ explanation }) => explanation,
}

/** In JSON: with the message, and its values as the facts where the message says it all. */
export function findingData(finding: DoctorFinding, { language }: Output): object {
  const { facts } = finding
  return {
    ...finding,
    facts: 'explanation' in facts && facts.explanation ? messageFacts(facts.explanation) : facts,
    message: describeFinding(finding)[language],
  }
}

function messageFacts({ key, values }: Message): Record<string, string | number> {
  const facts = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'object' ? Object.entries(messageFacts(value)) : [[name, value] as const],
  )
  return { ...Object.fromEntries(facts), key }
}
