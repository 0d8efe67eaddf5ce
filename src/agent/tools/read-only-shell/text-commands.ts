// Commands that work on text, tell about the system, or only calculate.

import { type Message, message } from '../../../base/messages/message.ts'
import { shellCommandTexts } from '../../../base/messages/shell-command.ts'
import type { CommandRule, FoundArguments } from './command-rule.ts'
import { checkPs } from './ps-rule.ts'
import { isHarmlessAwk, isHarmlessJq, isHarmlessSed } from './script-rules.ts'

const filesOrInput = { kind: 'files', inputBelow: 1 } as const
const nothing: CommandRule = { operands: { kind: 'none' } }
/** `+FORMAT` and nothing else: other operands set the clock. */
const dateCheck: CommandRule['check'] = ({ operands }) =>
  operands.every((word) => word.value.startsWith('+')) ? undefined : message(shellCommandTexts.setsClock)

const sed: CommandRule = {
  flags: 'nErsuz',
  values: 'e',
  long: ['quiet', 'silent', 'regexp-extended', 'expression=', 'separate', 'unbuffered', 'null-data'],
  operands: { kind: 'text-files', textGivenBy: ['-e', '--expression'], inputBelow: 1 },
  // Behind an operand some take `-e` for a file, and the operand for the script.
  optionsFirst: true,
  check: ({ options, text }) => {
    const given = options.filter(({ name }) => name === '-e' || name === '--expression')
    const scripts = text ? [text.value] : given.map(({ value }) => value ?? '')
    return scripts.every(isHarmlessSed) ? undefined : message(shellCommandTexts.sedScript)
  },
}

const awk: CommandRule = {
  values: 'F',
  long: ['field-separator='],
  operands: { kind: 'text-files', inputBelow: 1 },
  optionsFirst: true,
  check: ({ text, files }) => {
    if (files.some((file) => file.value.startsWith('/inet')))
      return message(shellCommandTexts.opensConnection)
    if (files.some((file) => file.value.includes('='))) return message(shellCommandTexts.setsVariable)
    return text && isHarmlessAwk(text.value) ? undefined : message(shellCommandTexts.awkProgram)
  },
}

const jq: CommandRule = {
  flags: 'rcesSajMC',
  long: `raw-output compact-output exit-status slurp sort-keys ascii-output join-output monochrome-output color-output
    tab indent=`.split(/\s+/),
  operands: { kind: 'text-files', inputBelow: 1 },
  check: ({ text }) => (text && isHarmlessJq(text.value) ? undefined : message(shellCommandTexts.jqFilter)),
}

export const TEXT_COMMANDS: Record<string, CommandRule> = {
  sort: {
    flags: 'bdfghiMnrRVcCmuzs',
    values: 'ktS',
    long: `key= field-separator= reverse numeric-sort general-numeric-sort human-numeric-sort version-sort
      month-sort unique ignore-case ignore-leading-blanks dictionary-order stable check=? merge zero-terminated
      random-sort`.split(/\s+/),
    operands: filesOrInput,
  },
  // A second operand is written to.
  uniq: {
    flags: 'cdDiuz',
    values: 'fsw',
    long: ['count', 'repeated', 'unique', 'ignore-case', 'skip-fields=', 'skip-chars=', 'check-chars='],
    operands: { kind: 'files', max: 1, inputBelow: 1 },
    check: ({ operands }) =>
      operands[0]?.value.startsWith('+') ? message(shellCommandTexts.oldSyntax) : undefined,
  },
  cut: {
    flags: 'nsz',
    values: 'bcdf',
    long: [
      'bytes=',
      'characters=',
      'delimiter=',
      'fields=',
      'complement',
      'only-delimited',
      'output-delimiter=',
    ],
    operands: filesOrInput,
  },
  tr: {
    flags: 'cCdst',
    long: ['complement', 'delete', 'squeeze-repeats', 'truncate-set1'],
    operands: { kind: 'text', min: 1, max: 2, inputBelow: 1 },
  },
  rev: { operands: filesOrInput },
  paste: { flags: 'sz', values: 'd', long: ['delimiters=', 'serial'], operands: filesOrInput },
  fold: { flags: 'bs', values: 'w', long: ['width=', 'spaces', 'bytes'], operands: filesOrInput },
  fmt: { flags: 'cstu', values: 'wgp', long: ['width='], operands: filesOrInput },
  expand: { flags: 'i', values: 't', long: ['tabs=', 'initial'], operands: filesOrInput },
  unexpand: { flags: 'a', values: 't', long: ['tabs=', 'all', 'first-only'], operands: filesOrInput },
  column: {
    flags: 'txe',
    values: 'scoN',
    long: ['table', 'separator=', 'output-separator='],
    operands: filesOrInput,
  },
  shuf: {
    flags: 'z',
    values: 'n',
    long: ['head-count='],
    operands: { kind: 'files', max: 1, inputBelow: 1 },
  },
  pr: { flags: 'adFfmtT', values: 'hlw', operands: filesOrInput },
  numfmt: {
    long: ['to=', 'from=', 'suffix=', 'padding=', 'grouping', 'format='],
    operands: { kind: 'text', min: 1 },
  },
  factor: { operands: { kind: 'text', min: 1 }, check: onlyNumbers },
  getconf: {
    operands: { kind: 'text', min: 1, max: 2 },
    check: ({ operands }) =>
      operands.every((word) => /^[A-Z0-9_/.]+$/.test(word.value))
        ? undefined
        : message(shellCommandTexts.unknownName),
  },
  tsort: { operands: { kind: 'files', max: 1, inputBelow: 1 } },
  sed,
  awk,
  gawk: awk,
  mawk: awk,
  jq,
  echo: { onlyText: true, operands: { kind: 'text' } },
  expr: { onlyText: true, operands: { kind: 'text', min: 1, max: 40 } },
  printf: {
    operands: { kind: 'text', min: 1 },
    check: ({ operands }) =>
      /%[^A-Za-z%]*n/.test(operands[0]?.value ?? '') ? message(shellCommandTexts.setsVariable) : undefined,
  },
  seq: {
    flags: 'w',
    values: 'sf',
    long: ['equal-width', 'separator=', 'format='],
    operands: { kind: 'text', min: 1 },
    number: true,
    check: ({ operands, options }) => {
      const numbers = [
        ...operands.map((word) => word.value),
        ...options.map(({ name, value }) => (name === '-number' ? (value ?? '') : '1')),
      ]
      return numbers.every((number) => /^-?\d{1,7}(?:\.\d{1,3})?$/.test(number))
        ? undefined
        : message(shellCommandTexts.endless)
    },
  },
  basename: { flags: 'az', values: 's', long: ['multiple', 'suffix='], operands: { kind: 'text', min: 1 } },
  dirname: { flags: 'z', operands: { kind: 'text', min: 1 } },
  date: {
    flags: 'uR',
    values: 'd',
    optional: 'I',
    long: ['utc', 'universal', 'date=', 'iso-8601=?', 'rfc-email', 'rfc-3339='],
    operands: { kind: 'text', max: 1 },
    check: dateCheck,
  },
  cal: { flags: '13jmsy', operands: { kind: 'text', max: 2 }, check: onlyNumbers },
  pwd: { flags: 'LP', operands: { kind: 'none' } },
  true: nothing,
  false: nothing,
  whoami: nothing,
  logname: nothing,
  arch: nothing,
  nproc: { long: ['all'], operands: { kind: 'none' } },
  tty: nothing,
  lscpu: nothing,
  locale: nothing,
  groups: { operands: { kind: 'text' } },
  id: { flags: 'gGnruz', operands: { kind: 'text' } },
  uname: {
    flags: 'amnoprsvi',
    long: ['all', 'kernel-name', 'kernel-release', 'machine', 'operating-system', 'nodename'],
    operands: { kind: 'none' },
  },
  uptime: { flags: 'ps', operands: { kind: 'none' } },
  // An operand would set the name.
  hostname: { flags: 'sI', long: ['short'], operands: { kind: 'none' } },
  free: { flags: 'bkmghtwl', long: ['human', 'total', 'wide', 'si'], operands: { kind: 'none' } },
  which: { flags: 'a', operands: { kind: 'text', min: 1 } },
  ps: { onlyText: true, operands: { kind: 'text' }, check: checkPs },
}

function onlyNumbers({ operands }: FoundArguments): Message | undefined {
  return operands.every((word) => /^\d{1,12}$/.test(word.value))
    ? undefined
    : message(shellCommandTexts.onlyNumbers)
}
