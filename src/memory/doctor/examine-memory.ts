// What is wrong with one memory file: its bytes, its frontmatter, the values of its fields, hidden characters.

import { isUtf8 } from 'node:buffer'
import { doctorTexts } from '../../base/messages/doctor.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { isBinary } from '../../base/text/check-given.ts'
import { findDeniedCharacter } from '../../base/text/invisible.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { parseDocument } from '../../base/yaml/frontmatter.ts'
import type { DoctorFinding } from '../doctor-finding.ts'
import { isSearchable, type Memory } from '../memory.ts'
import { readMemoryBytes } from '../read-memory-file.ts'
import { checkFields } from '../records/check-memory.ts'
import { repairFrontmatter } from './repair-frontmatter.ts'

export function examineMemory(directory: string, memory: Memory): DoctorFinding[] {
  const { file, size } = memory
  const findings: DoctorFinding[] = []
  if (!isSearchable(memory))
    findings.push({ code: 'not_searched', file, facts: { bytes: size }, fixable: false })
  const bytes = readMemoryBytes(directory, file) ?? Buffer.alloc(0)
  const text = bytes.toString('utf8')
  if (!isUtf8(bytes) || isBinary(text))
    return [...findings, { code: 'not_text', file, facts: {}, fixable: false }]
  if (memory.frontmatter === 'broken') {
    const fixable = repairFrontmatter(text) !== undefined
    findings.push({ code: 'broken_frontmatter', file, facts: {}, fixable })
  }
  findings.push(...examineFields(file, parseDocument(text).data))
  // The frontmatter too: the description goes into prompts.
  const hidden = findDeniedCharacter(text)
  if (hidden) {
    const facts = { character: hidden.codePoint, line: hidden.line }
    findings.push({ code: 'hidden_characters', file, facts, fixable: false })
  }
  return findings
}

const NUMBERS = ['importance', 'confidence']
const PAST = ['created', 'updated']
const CHECKED = ['type', 'kind', ...NUMBERS, 'created', 'updated', 'expires']

/** A value that no memory can have is not read: whoever wrote it believes that it counts. */
function examineFields(file: string, data: Record<string, unknown>): DoctorFinding[] {
  return CHECKED.flatMap((field): DoctorFinding[] => {
    const value = data[field]
    const isText = NUMBERS.includes(field) && typeof value === 'string' && value.trim() !== ''
    const numeral = isText ? Number(value) : Number.NaN
    const problem = problemWith(field, Number.isNaN(numeral) ? value : numeral)
    const isLater = PAST.includes(field) && Date.parse(String(value)) > Date.now()
    if (!problem && !isLater) return []
    const explanation = problem
      ? message(doctorTexts.findingField, { problem })
      : message(doctorTexts.findingFuture, { field, value: String(value) })
    return [{ code: 'ignored_field', file, facts: { explanation }, fixable: false }]
  })
}

function problemWith(field: string, value: unknown): Message | undefined {
  try {
    checkFields({ [field]: value })
    return undefined
  } catch (error) {
    if (MemdirError.is(error)) return error.messages.message
    throw error
  }
}
