// The doctor's findings as lines. Pointers that are missing from one index are one line: it may have lost them all.

import { findingsTexts } from '../base/messages/findings.ts'
import { listOf, message } from '../base/messages/message.ts'
import type { DoctorFinding, FindingOf } from '../memory/doctor-finding.ts'
import { describeFinding } from './describe-finding.ts'
import { type Output, printable } from './output.ts'

export interface FindingLine {
  text: string
  note: boolean
  fixable: boolean
  /** Search data follows the files by itself: that it was behind is no fault. */
  cache: boolean
  /** Nobody has to do or know anything. */
  passes: boolean
}

/** More missing pointers than this are counted, and only so many are named. */
const NAMED = 3

export function findingLines(findings: readonly DoctorFinding[], output: Output): FindingLine[] {
  const missing = missingPointers(findings)
  const lines: FindingLine[] = []
  for (const finding of findings) {
    const together = finding.code === 'missing_pointer' ? (missing.get(finding.file) ?? []) : []
    const isCounted = together.length > NAMED
    if (isCounted && together[0] !== finding) continue
    const description = isCounted ? describeMissing(together) : describeFinding(finding)
    const text = `${printable(finding.file)}: ${printable(output.say(description))}`
    lines.push({
      text,
      note: finding.note === true,
      fixable: finding.fixable,
      cache: finding.code === 'search_data',
      passes: finding.code === 'stale_lock',
    })
  }
  return lines
}

type MissingPointer = FindingOf<'missing_pointer'>

function missingPointers(findings: readonly DoctorFinding[]): Map<string, MissingPointer[]> {
  const byIndex = new Map<string, MissingPointer[]>()
  for (const finding of findings) {
    if (finding.code !== 'missing_pointer') continue
    const known = byIndex.get(finding.file)
    if (known) known.push(finding)
    else byIndex.set(finding.file, [finding])
  }
  return byIndex
}

function describeMissing(findings: readonly MissingPointer[]) {
  const first = findings.slice(0, NAMED).map(({ facts }) => facts.target)
  return message(findingsTexts.noPointerMemories, { findings: findings.length, first: listOf(first) })
}
