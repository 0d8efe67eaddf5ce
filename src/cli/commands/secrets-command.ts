import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Text } from '../../base/messages/message.ts'
import { message } from '../../base/messages/message.ts'
import { safetyCommandsTexts } from '../../base/messages/safety-commands.ts'
import { secretsCommandTexts } from '../../base/messages/secrets-command.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { loadScanner } from '../../base/secrets/load-scanner.ts'
import type { SecretFinding } from '../../base/secrets/secret-finding.ts'
import { MemdirError, systemCode } from '../../base/values/errors.ts'
import { readStdin, usage } from '../arguments.ts'
import type { Command, CommandInput } from '../command.ts'
import { printable } from '../output.ts'
import { writeTo } from '../streams.ts'

export const command: Command = {
  usage: 'secrets scan [FILE…]',
  help: secretsCommandTexts.help,
  options: {
    jsonl: { type: 'boolean', text: secretsCommandTexts.optionJsonl },
    'fail-on-hit': {
      type: 'boolean',
      text: secretsCommandTexts.optionFailOnHit,
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
          ? message(safetyCommandsTexts.subcommandRequired, { command: 'secrets' })
          : message(usageTexts.unknownAction, { action: `secrets ${action}` }),
        message(safetyCommandsTexts.scanFiles),
      )
    if (input.values.jsonl) return scanLines(input, files.length > 0 ? files : ['-'])
    if (files.length === 0)
      throw usage(message(safetyCommandsTexts.filesRequired), message(safetyCommandsTexts.giveFiles))
    return scanFiles(input, files)
  },
}

const TIERS: Record<SecretFinding['tier'], Text> = {
  block: secretsCommandTexts.tiersBlock,
  warn: secretsCommandTexts.tiersWarn,
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
      ? output.say(secretsCommandTexts.noSecretsFound)
      : output.say(message(secretsCommandTexts.finding, { total })),
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
    throw new MemdirError(isMissing ? 'not_found' : 'io', message(safetyCommandsTexts.cannotRead, { path }), {
      fix: message(isMissing ? safetyCommandsTexts.giveExistingFiles : safetyCommandsTexts.checkFile),
      cause,
    })
  }
}
