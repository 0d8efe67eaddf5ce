// What the doctor found, as people read it and as programs do.

import { doctorTexts } from '../base/messages/doctor.ts'
import { filesTexts } from '../base/messages/files.ts'
import { findingsTexts } from '../base/messages/findings.ts'
import { fileCount, historyTexts } from '../base/messages/history.ts'
import type { Text } from '../base/messages/message.ts'
import { type Message, message } from '../base/messages/message.ts'
import { projectsTexts } from '../base/messages/projects.ts'
import type { DoctorFinding, FindingCode, FindingOf } from '../memory/doctor-finding.ts'
import { MAX_MEMORY_BYTES, megabytes, SEARCH_MAX_BYTES } from '../memory/memory.ts'
import type { Output } from './output.ts'

export function describeFinding<Code extends FindingCode>(finding: FindingOf<Code>): Text {
  return DESCRIPTIONS[finding.code](finding.facts)
}

const DESCRIPTIONS: { [Code in FindingCode]: (facts: FindingOf<Code>['facts']) => Text } = {
  missing_pointer: ({ target }) => message(findingsTexts.noPointer, { target }),
  dead_pointer: ({ line, target }) => message(findingsTexts.linePointsNotExist, { line, target }),
  duplicate_pointer: ({ line, target }) => message(findingsTexts.linePointsAgain, { line, target }),
  long_line: ({ line, length }) => message(findingsTexts.lineCharactersKeepAbout, { line, length }),
  index_over_limit: ({ lines }) => message(findingsTexts.linesMoreThanAgents, { lines }),
  broken_frontmatter: () => findingsTexts.frontmatterCannotRead,
  duplicate_id: ({ of, id }) => message(findingsTexts.sameId, { id, of }),
  duplicate_memory: ({ of }) => message(findingsTexts.saysSameRemoveOne, { of }),
  lost_successor: ({ id }) => message(findingsTexts.hiddenSupersededNotExist, { id }),
  wrong_mode: ({ mode }) => message(findingsTexts.otherUsersReadMode, { mode }),
  stale_lock: () => findingsTexts.processEndedWhileHeld,
  leftover: () => findingsTexts.temporaryFileLeftBehind,
  hidden_characters: ({ line, character }) =>
    message(findingsTexts.lineContainsInvisibleControl, { line, character }),
  secret: ({ line, rule, id }) =>
    id === undefined
      ? message(doctorTexts.findingSecretInIndex, { line, rule })
      : message(doctorTexts.findingSecret, { line, rule, id }),
  failed_work: ({ problem }) => message(findingsTexts.lastWorkBackgroundFailed, { problem }),
  damaged_registry: () => message(projectsTexts.damagedRegistry),
  kept_damaged: () => message(projectsTexts.keptDamaged),
  unfinished_change: ({ files }) => message(historyTexts.unfinishedChange, { files: fileCount(files) }),
  unfinished_purge: () => message(historyTexts.unfinishedPurge),
  not_text: () => message(doctorTexts.findingNotText),
  ignored_field: ({ explanation }) => explanation,
  link: () => message(doctorTexts.findingLink),
  not_regular: () => message(doctorTexts.findingNotRegular),
  too_large: () => message(doctorTexts.findingTooLarge, { most: MAX_MEMORY_BYTES / 1_000_000 }),
  hard_link: () => message(doctorTexts.findingHardLink),
  name_collision: ({ of }) => message(doctorTexts.findingNameCollision, { of }),
  unreadable: () => findingsTexts.cannotRead,
  not_searched: ({ bytes }) =>
    message(filesTexts.notSearched, {
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
