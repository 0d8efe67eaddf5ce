import { type ExaminedTrust, examineTrust } from '../../agent/examine-trust.ts'
import { message } from '../../base/messages/message.ts'
import { trustCommandTexts } from '../../base/messages/trust-command.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { partHash, type TrustPart } from '../../base/trust/trust-store.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { usage } from '../arguments.ts'
import { askTrust, canAsk, printPart, refuseAgents } from '../ask-trust.ts'
import type { Command, CommandInput } from '../command.ts'
import { localTime } from '../local-time.ts'
import { noteTrust } from '../note-trust.ts'
import { printable } from '../output.ts'
import { diffOf, showPart } from '../trust-text.ts'

const EXIT_INTERRUPTED = 130

export const command: Command = {
  usage: 'trust [NAME…]',
  help: trustCommandTexts.help,
  options: {
    list: { type: 'boolean', short: 'l', text: trustCommandTexts.optionList },
    revoke: {
      type: 'boolean',
      text: trustCommandTexts.optionRevoke,
    },
    accept: {
      type: 'string',
      multiple: true,
      value: 'HASH',
      text: trustCommandTexts.optionAccept,
    },
  },
  examples: [
    'memdir trust',
    'memdir trust --list',
    'memdir trust --revoke .memdir/settings.json',
    'memdir trust --json',
  ],
  reportsTrust: true,
  async run(input) {
    const { values, positionals, context } = input
    const chosen = ['list', 'revoke', 'accept'].filter((name) => values[name] !== undefined)
    const [one, other] = chosen
    if (one !== undefined && other !== undefined)
      throw new MemdirError('usage', message(trustCommandTexts.notTogether, { one, other }), {
        fix: message(trustCommandTexts.giveOne),
      })
    if (positionals.length > 0 && !values.revoke)
      throw usage(
        message(usageTexts.unexpectedArgument, { argument: positionals[0] ?? '' }),
        message(usageTexts.runHelp, { command: 'trust' }),
      )
    const trust = examineTrust({ env: context.env, directory: context.directory })
    if (values.list) return list(trust, input)
    if (values.revoke) return revoke(trust, input)
    if (values.accept) return accept(trust, input, values.accept as string[])
    return decide(trust, input)
  },
}

async function decide(trust: ExaminedTrust, { context, output }: CommandInput): Promise<number> {
  noteTrust(output, { ...trust, waiting: [] })
  if (trust.waiting.length === 0) {
    output.data(await document(trust))
    output.print(output.say(message(trustCommandTexts.nothingWaits, { root: printable(trust.root) })))
    return 0
  }
  if (output.json) {
    output.data(await document(trust))
    return 0
  }
  if (canAsk(context.env)) return (await askTrust(trust, output)).left ? EXIT_INTERRUPTED : 0
  for (const part of trust.waiting) {
    await printPart(trust, part, output)
    output.print(`  ${output.paint.dim(partHash(part) ?? '')}`)
  }
  refuseAgents(context.env)
  output.note(output.say(message(trustCommandTexts.howToApprove)))
  return 0
}

/** All of them or none: a hash that is not known may be one of a content that has changed. */
async function accept(
  trust: ExaminedTrust,
  { context, output }: CommandInput,
  hashes: readonly string[],
): Promise<undefined> {
  refuseAgents(context.env)
  const parts = hashes.map((hash) => {
    const found = trust.waiting.find((part) => partHash(part) === hash)
    if (found) return found
    throw new MemdirError('not_found', message(trustCommandTexts.noSuchHash, { hash: printable(hash) }), {
      fix: message(trustCommandTexts.noSuchHashFix),
    })
  })
  for (const part of parts) {
    const { text, hidden } = await showPart(part)
    if (hidden)
      throw new MemdirError('usage', message(trustCommandTexts.secretHidden, { name: printable(part.name) }))
    await trust.store.approve(trust.root, part, text, new Date())
    output.print(
      `${output.paint.green('✓')} ${output.say(message(trustCommandTexts.approved, { name: printable(part.name) }))}`,
    )
  }
  output.data({ approved: parts.map(named) })
}

function list(trust: ExaminedTrust, { output }: CommandInput): undefined {
  const waiting = new Set(trust.waiting.map(({ kind, name }) => `${kind}:${name}`))
  const approved = trust.store.approved(trust.root).map(({ kind, name, approvals }) => ({
    kind,
    name,
    changed: waiting.has(`${kind}:${name}`),
    approvals: approvals.map(({ hash, time }) => ({ hash, time })),
  }))
  noteTrust(output, trust)
  output.data({ root: trust.root, approved })
  if (approved.length === 0) {
    output.print(output.say(message(trustCommandTexts.nothingApproved, { root: printable(trust.root) })))
    return
  }
  const header = [
    trustCommandTexts.file,
    trustCommandTexts.what,
    trustCommandTexts.approved2,
    trustCommandTexts.state,
  ].map((text) => output.say(text))
  const rows = approved.map(({ kind, name, changed, approvals }) => [
    name,
    kind,
    localTime(approvals.at(-1)?.time ?? ''),
    output.say(changed ? trustCommandTexts.changedWaits : trustCommandTexts.approved3),
  ])
  output.table(header, rows)
}

async function revoke(trust: ExaminedTrust, { positionals, output }: CommandInput): Promise<undefined> {
  const known = new Set(trust.store.approved(trust.root).map(({ name }) => name))
  for (const name of positionals)
    if (!known.has(name))
      throw new MemdirError(
        'not_found',
        message(trustCommandTexts.noSuchApproval, { name: printable(name), root: printable(trust.root) }),
        { fix: message(trustCommandTexts.noSuchApprovalFix) },
      )
  const count = await trust.store.revoke(trust.root, positionals.length > 0 ? positionals : undefined)
  output.data({ root: trust.root, revoked: count })
  output.print(output.say(message(trustCommandTexts.revoked, { count })))
}

async function document(trust: ExaminedTrust) {
  const waiting = trust.waiting.map(async (part) => {
    const { text } = await showPart(part)
    const before = trust.store.latest(trust.root, part)
    return {
      ...named(part),
      ...(part.from !== undefined && { from: part.from }),
      content: part.content,
      diff: diffOf(before?.shown, text).join('\n'),
      approved_before: before?.time ?? null,
    }
  })
  const { root, refused, damaged } = trust
  return { root, waiting: await Promise.all(waiting), not_read: refused, damaged: damaged !== undefined }
}

function named(part: TrustPart) {
  return { kind: part.kind, name: part.name, hash: partHash(part) ?? null }
}
