// Commands that look at files and directories, and what each may be given.

import { message } from '../../../base/messages/message.ts'
import { shellCommandTexts } from '../../../base/messages/shell-command.ts'
import type { CommandRule } from './command-rule.ts'

const anyFiles = { kind: 'files' } as const
const filesOrInput = { kind: 'files', inputBelow: 1 } as const
const checksum: CommandRule = {
  flags: 'btczqw',
  values: 'la',
  long: ['binary', 'text', 'check', 'quiet', 'status', 'strict', 'warn', 'tag', 'ignore-missing', 'zero'],
  operands: filesOrInput,
}

export const FILE_COMMANDS: Record<string, CommandRule> = {
  ls: {
    flags: 'AaBbCcdFfGgHhikLlmnNopQqRrSstUuvXxZ1',
    values: 'IwT',
    long: `all almost-all author escape block-size= color=? directory classify=? file-type full-time human-readable
      si inode ignore= hide= kibibytes size dereference literal numeric-uid-gid reverse recursive sort= time=
      time-style= width= zero group-directories-first no-group indicator-style= quoting-style= format=
      show-control-chars hide-control-chars context`.split(/\s+/),
    operands: anyFiles,
  },
  cat: {
    flags: 'AbeEnstTuv',
    long: 'show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting'.split(' '),
    operands: filesOrInput,
  },
  tac: { flags: 'br', values: 's', long: ['before', 'regex', 'separator='], operands: filesOrInput },
  nl: {
    flags: 'p',
    values: 'bdfhilnsvw',
    long: ['body-numbering=', 'number-format=', 'number-width=', 'number-separator='],
    operands: filesOrInput,
  },
  head: {
    flags: 'qvz',
    values: 'nc',
    long: ['lines=', 'bytes=', 'quiet', 'silent', 'verbose', 'zero-terminated'],
    number: true,
    operands: filesOrInput,
  },
  tail: {
    flags: 'qvzr',
    values: 'nc',
    long: ['lines=', 'bytes=', 'quiet', 'silent', 'verbose', 'zero-terminated'],
    number: true,
    operands: filesOrInput,
    // `+1f` is an obsolete form of an option: it would follow.
    check: ({ operands }) =>
      operands.some((word) => word.value.startsWith('+')) ? message(shellCommandTexts.oldSyntax) : undefined,
  },
  wc: {
    flags: 'lwcmL',
    long: ['lines', 'words', 'bytes', 'chars', 'max-line-length', 'total='],
    operands: filesOrInput,
  },
  stat: {
    flags: 'Lfrtxqs',
    values: 'c',
    long: ['dereference', 'file-system', 'format=', 'printf=', 'terse'],
    operands: { kind: 'files', min: 1 },
  },
  file: {
    flags: 'biIkLhNnr0',
    values: 'F',
    long: `brief mime mime-type mime-encoding extension keep-going dereference no-dereference no-pad no-buffer raw
      print0 separator=`.split(/\s+/),
    operands: { kind: 'files', min: 1 },
  },
  du: {
    flags: 'abcDHhkLlmPSsx0',
    values: 'dBt',
    long: `all apparent-size bytes total dereference human-readable si max-depth= exclude= summarize time=?
      time-style= one-file-system separate-dirs threshold= block-size= inodes null`.split(/\s+/),
    operands: anyFiles,
  },
  df: {
    flags: 'ahHiklmPT',
    values: 'Btx',
    long: 'all human-readable si inodes local portability print-type total type= exclude-type= block-size= output=?'.split(
      ' ',
    ),
    operands: anyFiles,
  },
  tree: {
    flags: 'adfilhspugDnCFrtvxJAqNQ',
    values: 'LIP',
    valuePlacement: 'own-word',
    long: 'noreport dirsfirst filesfirst gitignore prune du si inodes sort= charset= filelimit= matchdirs ignore-case'.split(
      ' ',
    ),
    operands: anyFiles,
  },
  readlink: {
    flags: 'femnqsvz',
    long: ['canonicalize', 'canonicalize-existing', 'canonicalize-missing', 'no-newline', 'quiet', 'zero'],
    operands: { kind: 'files', min: 1 },
  },
  realpath: {
    flags: 'emLPqsz',
    long: `canonicalize-existing canonicalize-missing logical physical quiet strip no-symlinks zero relative-to=
      relative-base=`.split(/\s+/),
    operands: { kind: 'files', min: 1 },
  },
  strings: {
    flags: 'afw',
    values: 'netT',
    number: true,
    long: ['all', 'bytes=', 'radix=', 'encoding=', 'print-file-name'],
    operands: filesOrInput,
  },
  diff: {
    flags: 'uqrwbBicsyNaEZdHtTp',
    values: 'UCWxILF',
    long: `unified=? context=? brief report-identical-files side-by-side recursive new-file text ignore-case
      ignore-all-space ignore-space-change ignore-blank-lines ignore-trailing-space ignore-tab-expansion
      strip-trailing-cr suppress-common-lines left-column width= exclude= ignore-matching-lines= color=? minimal
      no-dereference show-c-function label= normal speed-large-files`.split(/\s+/),
    operands: { kind: 'files', min: 2 },
    recursive: ['-r', '--recursive'],
  },
  cmp: {
    flags: 'blsxhz',
    values: 'in',
    long: ['print-bytes', 'verbose', 'quiet', 'silent', 'bytes=', 'ignore-initial='],
    operands: { kind: 'files', min: 2 },
  },
  comm: {
    flags: '123iz',
    long: ['check-order', 'nocheck-order', 'output-delimiter=', 'total', 'zero-terminated'],
    operands: { kind: 'files', min: 2 },
  },
  join: {
    flags: 'iz',
    values: 'aejotv12',
    long: ['ignore-case', 'check-order', 'nocheck-order', 'header', 'zero-terminated'],
    operands: { kind: 'files', min: 2 },
  },
  od: {
    flags: 'abcdDeFfhHiIlLoOsvx',
    values: 'ANjt',
    optional: 'w',
    long: ['address-radix=', 'read-bytes=', 'skip-bytes=', 'format=', 'output-duplicates', 'width=?'],
    operands: filesOrInput,
  },
  hexdump: {
    flags: 'bCcdovx',
    values: 'ens',
    long: ['canonical', 'length=', 'skip=', 'no-squeezing'],
    operands: filesOrInput,
  },
  // A second operand is written to; `-r` writes too.
  xxd: {
    flags: 'abeipuE',
    values: 'cgls',
    bundles: false,
    operands: { kind: 'files', max: 1, inputBelow: 1 },
    // `-cols` and `-len` take the next word.
    check: ({ options }) =>
      options.every(({ value }) => value === undefined || /^(?:\d{1,12}|0x[0-9a-f]{1,12})$/.test(value))
        ? undefined
        : message(shellCommandTexts.numberExpected),
  },
  base64: {
    flags: 'dD',
    values: 'w',
    long: ['decode', 'wrap='],
    operands: { kind: 'files', max: 1, inputBelow: 1 },
  },
  base32: {
    flags: 'd',
    values: 'w',
    long: ['decode', 'wrap='],
    operands: { kind: 'files', max: 1, inputBelow: 1 },
  },
  iconv: { flags: 'cs', values: 'ft', long: ['from-code=', 'to-code='], operands: filesOrInput },
  zcat: { operands: { kind: 'files', min: 1 } },
  cksum: { flags: 'r', operands: filesOrInput },
  sum: { flags: 'rs', operands: filesOrInput },
  md5: { flags: 'qr', operands: { kind: 'files', min: 1 } },
  md5sum: checksum,
  sha1sum: checksum,
  sha224sum: checksum,
  sha256sum: checksum,
  sha384sum: checksum,
  sha512sum: checksum,
  b2sum: checksum,
  shasum: checksum,
}
