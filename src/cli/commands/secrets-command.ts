import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { message } from '../../base/messages/message.ts'
import {
  CANNOT_READ,
  CHECK_FILE,
  FILES_REQUIRED,
  GIVE_EXISTING_FILES,
  GIVE_FILES,
  SCAN_FILES,
  SUBCOMMAND_REQUIRED,
} from '../../base/messages/safety-commands.ts'
import { UNKNOWN_ACTION } from '../../base/messages/usage.ts'
import { loadScanner } from '../../base/secrets/load-scanner.ts'
import type { SecretFinding } from '../../base/secrets/secret-finding.ts'
import { MemdirError, systemCode } from '../../base/values/errors.ts'
import { readStdin, usage } from '../arguments.ts'
import type { Command, CommandInput } from '../command.ts'
import { countOf, type Text } from '../language.ts'
import { printable } from '../output.ts'
import { writeTo } from '../streams.ts'

export const command: Command = {
  usage: 'secrets scan [FILE…]',
  help: {
    en: 'Looks for secrets in files, or with "-" in standard input, and tells rule, line and column, never the secret. --jsonl reads lines {"text": …} of the files, or without files of standard input, and answers each with one line {"findings": […]}, in their order.',
    zh: '在文件（或用 "-" 表示的标准输入）中查找密钥，只给出规则、行和列，绝不显示密钥本身。--jsonl 逐行读取文件（不给文件时读标准输入）中的 {"text": …}，按顺序每行输出 {"findings": […]}。',
  },
  options: {
    jsonl: { type: 'boolean', en: 'lines of JSON in, lines of JSON out', zh: '逐行 JSON 输入输出' },
    'fail-on-hit': {
      type: 'boolean',
      en: 'exit 1 when something is found (for scripts)',
      zh: '发现时以 1 退出（用于脚本）',
    },
  },
  arguments: [['scan']],
  examples: [
    'memdir secrets scan notes.md .env',
    'memdir secrets scan --jsonl texts.jsonl --fail-on-hit',
    'git diff | memdir secrets scan - --fail-on-hit',
  ],
  withoutProject: true,
  async run(input) {
    const [action, ...files] = input.positionals
    if (action !== 'scan')
      throw usage(
        action === undefined
          ? message(SUBCOMMAND_REQUIRED, { command: 'secrets' })
          : message(UNKNOWN_ACTION, { action: `secrets ${action}` }),
        message(SCAN_FILES),
      )
    if (input.values.jsonl) return scanLines(input, files.length > 0 ? files : ['-'])
    if (files.length === 0) throw usage(message(FILES_REQUIRED), message(GIVE_FILES))
    return scanFiles(input, files)
  },
}

const TIERS: Record<SecretFinding['tier'], Text> = {
  block: { en: 'block', zh: '阻止' },
  warn: { en: 'warn', zh: '警告' },
}

function withoutText({ rule, tier, line, column }: SecretFinding) {
  return { rule, tier, line, column }
}

async function scanLines({ values, context }: CommandInput, files: readonly string[]): Promise<number> {
  const { scanSecrets } = await loadScanner()
  // All are read before anything is answered: half an answer would pass for an all-clear.
  const texts = await readAll(files, context.directory)
  let hits = 0
  const answers: string[] = []
  for (const line of texts.flatMap(({ text }) => linesOf(text))) {
    const findings = scanSecrets(textOf(line)).map(withoutText)
    hits += findings.length
    answers.push(`${JSON.stringify({ findings })}\n`)
  }
  writeTo('stdout', answers.join(''))
  return values['fail-on-hit'] && hits > 0 ? 1 : 0
}

function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** A line that is no JSON is scanned as it is: nothing passes unseen. */
function textOf(line: string): string {
  try {
    const data = JSON.parse(line) as { text?: unknown } | string
    if (typeof data === 'string') return data
    return typeof data?.text === 'string' ? data.text : line
  } catch {
    return line
  }
}

async function scanFiles(
  { values, context, output }: CommandInput,
  files: readonly string[],
): Promise<number> {
  const { scanSecrets } = await loadScanner()
  const read = await readAll(files, context.directory)
  const scanned = read.map(({ file, text }) => ({ file, findings: scanSecrets(text).map(withoutText) }))
  const total = scanned.reduce((sum, { findings }) => sum + findings.length, 0)
  output.data({ files: scanned, total })
  for (const { file, findings } of scanned)
    for (const { rule, tier, line, column } of findings)
      output.print(
        `${tier === 'block' ? output.paint.red('✗') : output.paint.yellow('!')} ${printable(file)}:${line}:${column}  ${rule}  ${output.paint.dim(output.say(TIERS[tier]))}`,
      )
  output.print(
    total === 0
      ? output.say({ en: 'No secrets found.', zh: '没有发现密钥。' })
      : output.say({ en: `${countOf(total, 'finding')}.`, zh: `发现 ${total} 处。` }),
  )
  return values['fail-on-hit'] && total > 0 ? 1 : 0
}

/** `-` is standard input. */
async function readAll(
  files: readonly string[],
  directory: string,
): Promise<{ file: string; text: string }[]> {
  const all: { file: string; text: string }[] = []
  for (const file of files)
    all.push({ file, text: file === '-' ? await readStdin() : readText(resolve(directory, file)) })
  return all
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const isMissing = systemCode(cause) === 'ENOENT'
    throw new MemdirError(isMissing ? 'not_found' : 'io', message(CANNOT_READ, { path }), {
      fix: message(isMissing ? GIVE_EXISTING_FILES : CHECK_FILE),
      cause,
    })
  }
}
