// Commands that search in files, and what each may be given.
import type { CommandRule } from './command-rule.ts'

const grepLong =
  `line-number count ignore-case no-ignore-case invert-match word-regexp line-regexp files-with-matches
  files-without-match only-matching quiet silent no-messages no-filename with-filename recursive extended-regexp fixed-strings perl-regexp basic-regexp text null null-data initial-tab
  byte-offset line-buffered after-context= before-context= context= max-count= regexp= file= include= exclude=
  exclude-dir= color=? colour=? binary-files= label=`.split(/\s+/)

// Not `-R`: it follows links, and one may lead to what the kernel shows about processes.
const grep: CommandRule = {
  flags: 'ncivwxlLoqshHrEFPGaIzZTbUy',
  values: 'ABCmef',
  long: grepLong,
  number: true,
  operands: {
    kind: 'text-files',
    textGivenBy: ['-e', '-f', '--regexp', '--file'],
    inputBelow: 1,
    inputUnless: ['-r', '--recursive'],
  },
  recursive: ['-r', '--recursive'],
}

const ripgrep: CommandRule = {
  flags: 'nNcivwxloqshHIFPUSapu0.',
  values: 'ABCmegtTMrjdE',
  long: `line-number no-line-number count count-matches ignore-case smart-case case-sensitive invert-match word-regexp
    line-regexp files-with-matches files-without-match only-matching quiet no-messages no-filename with-filename
    fixed-strings pcre2 multiline multiline-dotall text hidden no-ignore no-ignore-vcs unrestricted files
    type-list stats json vimgrep column heading no-heading trim null null-data byte-offset passthru no-config
    after-context= before-context= context= max-count= regexp= glob= iglob= type= type-not= max-depth= maxdepth=
    max-columns= max-filesize= replace= sort= sortr= color= colors= threads= encoding= engine=`.split(/\s+/),
  operands: { kind: 'text-files', textGivenBy: ['-e', '--regexp', '--files', '--type-list'] },
  recursive: 'always',
}

export const SEARCH_COMMANDS: Record<string, CommandRule> = { grep, egrep: grep, fgrep: grep, rg: ripgrep }
