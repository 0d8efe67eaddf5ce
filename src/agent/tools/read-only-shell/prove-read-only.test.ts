import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shellCommandTexts } from '../../../base/messages/shell-command.ts'
import { proveReadOnly } from './prove-read-only.ts'

const prove = (command: string, cwd = '/home/someone/project') => proveReadOnly(command, { cwd })

const SAFE = [
  'ls',
  'ls -la; pwd',
  'ls -lt | head -5',
  'ls -d */ 2>/dev/null',
  '/bin/ls -la src',
  'cd src && ls -la && cat a.txt',
  'cat "file name.txt" \'it is\'',
  'cat a.txt 2>&1 | head -n 20',
  'wc -l < a.txt',
  'find . -name "*.md" | wc -l',
  'find . \\( -name a -o -name b \\) -print',
  'find . -type f -size +10k -mtime -7 -not -path "./node_modules/*"',
  "find . -maxdepth 1 -printf '%f\\n'",
  'grep -rn "foo\\.bar$" src --include=*.ts',
  'grep -rl --include "*.md" -e one -e two .',
  "grep 'foo\\|bar' f",
  'grep 中文 笔记.md',
  'rg -n foo -g "*.ts" src | sort -u',
  'rg --files',
  "sed -n '1,20p;25q' a.txt",
  "sed 's/foo/bar/g' a.txt",
  "sed -E 's#a(b)#\\1#' a.txt",
  "awk -F: '{print $1}' /etc/passwd",
  "awk 'NR>=5 && NR<=10' a.txt",
  "awk '{sum += $1} END {print sum}' a.txt",
  "awk '!seen[$0]++' a.txt",
  "jq -r '.scripts | keys[]' package.json",
  'jq \'[.[] | select(.a == "b") | {name, size: .length}]\' a.json',
  'cut -d - -f 1 a.txt',
  "cut -d' ' -f2 a.txt | tr a-z A-Z",
  'echo "--- files ---" && ls',
  'date -u +"%Y-%m-%dT%H:%M:%SZ"',
  'date -d "2 days ago" +%F',
  '[ -d src ] || echo none',
  'test "a" != "b" && echo differ',
  'stat --format=%s a.txt',
  'diff -u a b',
  'comm -12 a b',
  'du -sh *',
  'sort -t: -k3 -n a.txt',
  'uniq -c a.txt',
  'seq 5 -1 1',
  'xxd -l 64 a.bin',
  'xxd -c 16 -g1 -p a.bin',
  'tree -aL 2 -I node_modules src',
  'ps aux | grep node',
  'ps',
  'ps -ef | head -5',
  'ps -eo pid,args --sort=-rss',
  'ps -p 1,2 -o pid,comm=',
  'date -Iseconds',
  'date -I -d yesterday',
  'od -w16 -c a.bin',
  "awk '/^#/ && NF > 2 {print NR, $0}' a.txt",
  'awk -F, \'$3 ~ /x y/ || $1 == "b" { n++; s += $2 } END { print n, s }\' a.txt',
  "awk 'length > 80' a.txt",
  "jq '.env, .a.inputs' a.json",
  "jq '{a: .b, end: 1, name}' a.json",
  "jq 'if .a then 1 else 2 end' a.json",
  'cat /proc/cpuinfo',
  'cat /dev/null',
  'tail -n +10 a.txt',
  'expr 5 \\* 2',
  'sort --help',
  'numfmt --to=iec 1024',
  'getconf PAGE_SIZE',
]

const UNSAFE = [
  '',
  ' ',
  'cat a >> b',
  'cat a >| b',
  'ls &> out',
  'ls 2>/dev/null/../x',
  'ls 2>/dev/nullx',
  'ls 2>&1x',
  'ls >&2x',
  'cat <<EOF',
  'cat <<< x',
  'ls; rm x',
  'ls && rm x',
  'ls || rm x',
  'ls | xargs rm',
  'ls | sh',
  'env rm x',
  'sudo ls',
  'nohup ls',
  'nice ls',
  'time rm x',
  'eval ls',
  'ls `rm x`',
  'ls "`rm x`"',
  'ls "$(rm x)"',
  'ls "$' + '{x}"',
  'ls "\\$(rm x)"',
  'ls ~/x',
  'ls {a,b}',
  'ls (a)',
  'ls \\; rm x',
  'ls # x',
  'A=1 ls',
  'cat 5>&1',
  'find . -delete',
  'find . "-delete"',
  'find . -fls out',
  'find . -execdir rm x',
  'sort -o out in',
  'sort -uo out in',
  'sort in -o out',
  'sort -T /tmp in',
  'sort --files0-from=x',
  'uniq a b',
  'uniq a -c b',
  'uniq -- a b',
  'uniq *',
  'uniq +1 out',
  'sed -i s/a/b/ f',
  'sed -ni p f',
  'sed p -i f',
  "sed 's/a/b/w out' f",
  "sed 's/a/b/e' f",
  "sed 's/a/id/ge' f",
  "sed '1e touch x' f",
  "sed 'e' f",
  "sed 'W out' f",
  "sed 'r /dev/zero' f",
  "sed -e p -e 'w out' f",
  "sed '/a/,/b/w out' f",
  "sed 's/[/]/w out/' f",
  'awk \'BEGIN{print > "x"}\'',
  'awk \'{print $1 > "x"}\' f',
  'awk \'{print | "sh"}\' f',
  "awk '{system($1)}' f",
  'awk \'!/[/ && $1 == "]" && / {system("touch pwned")} #/\' in',
  'awk \'!/[/ && !seen[$1]++ && / {print "hacked" > "victim.md"} #/\' in',
  "awk '/[]/]/' in",
  "awk '/a]/' in",
  "awk '/=/ {print}' in",
  "awk '/a\\/b/' in",
  'awk \'{print "a\\"b"}\' in',
  "awk '{print $1 / 2}' in",
  "awk '{print} # x' in",
  "awk '{printf $1}' in",
  "awk '{print ENVIRON}' in",
  "awk '{print n[1]}' in",
  "awk '{print length($1)}' in",
  'awk \'@include "x"\' in',
  "awk '{getline}' in",
  "awk '{print NR > 5}' in",
  "awk '{print}' /inet/tcp/0/evil.example/80",
  "awk '{print}' -F x=1",
  "sed 'w out' -e p",
  'sed f -e p',
  "sed 's/[^]/[a]/' f",
  'xxd -pc in victim.md',
  'xxd -ac in victim.md',
  'xxd -bl in victim.md',
  'xxd -ig in victim.md',
  'xxd -us in victim.md',
  'xxd -cols 4 victim.md',
  'xxd -len 4 victim.md',
  'xxd -c x in',
  'xxd --cols 4 in',
  'tree -Io x out.txt',
  'tree -L2',
  'tree -PI x out.txt',
  'date -Id 010100002030',
  'date -I 010100002030',
  'ps axeww',
  'ps e',
  'ps -e e',
  'ps -auxe',
  'ps -u xe',
  'ps aux e',
  'ps -E',
  'ps -o environ',
  'ps -ef -p e',
  'tail +1f in',
  'tail -- +1f',
  'cd /proc/self',
  'cd /proc && ls',
  'cat /proc/self/../version/x',
  'cat /proc/self/root/etc/passwd',
  'grep -r KEY /',
  'grep -R KEY .',
  'grep -r KEY /usr/..',
  'cd / && grep -r KEY',
  'cd / && rg KEY',
  'rg KEY ../../../..',
  'rg -L KEY',
  'rg --follow KEY',
  'diff -r / a',
  "jq '[1,env,2]' f",
  "jq '[1,inputs,2]' f",
  "jq '{a: [1,env,2]}' f",
  "jq '{a: if . then 1,env,2 else 3 end}' f",
  "jq '{a, env}' f",
  "jq '1.env' f",
  "jq '. # x' f",
  "jq 'a::b' f",
  'awk \'{getline x < "f"}\' f',
  'awk \'"id" | getline\' f',
  'awk -f prog f',
  'awk -v x=1 "{print}" f',
  'awk -i inplace "{print}" f',
  'rg --hostname-bin=./x foo',
  'rg -z foo',
  'rg --search-zip foo',
  'rg --pre=./x foo',
  'file -m magic a',
  'file -z a',
  'tree -R -H . -L 1',
  'date -s 2020-01-01',
  'date 010100002030',
  'date --set=x',
  'hostname -F x',
  'tail -f a',
  'tail -5f a',
  'tail --follow a',
  'tail -n5 --retry a',
  'grep foo',
  'sort',
  'wc -l',
  'tr a b',
  'cat -',
  'cat a -',
  'cat /dev/random',
  'cat /dev/stdin',
  'cat ../../../dev/zero',
  'cd / && cat dev/zero',
  'cd /dev; cat zero',
  'cat /d*/zero',
  'cat /proc/self/environ',
  'grep -e x /dev/zero',
  'grep -f /dev/zero a',
  'head -c 10 < /dev/urandom',
  'jq -n "1"',
  "jq 'repeat(1)' f",
  "jq 'def f: f; f' f",
  'jq \'"\\(env)"\' f',
  "jq '$ENV' f",
  'jq -f prog f',
  'seq 1 inf',
  'seq 1 99999999999',
  'yes',
  'shuf -o out a',
  'iconv -o out a',
  'diff -l a b',
  'xxd -r a',
  'base64 a b',
  'printf -v x y',
  "printf '%n' x",
  "[ -v 'a[$(x)]' ]",
  "test -v 'a[0]'",
  '[[ -f a ]]',
  '[ -f a',
  'git status',
  'git --version',
  'rm --help',
  'sort --help -o x',
  'sort --version=x',
  'env',
  'ls \\*.md',
  'git log --oneline',
  'ls;;ls',
  'ls |& cat',
  '| ls',
  'ls |',
  'ls &&',
  '; ls',
  '"ls" -la',
  'l*',
  './ls',
  '../bin/ls',
  '/usr/local/bin/ls',
  '/usr/bin/../../tmp/ls',
  'cd',
  'cd -',
  'cd src | ls',
  'ls <a <b',
  'cat < *.md',
  'ls\u00a0x',
  'ls "\u202e"',
  'ls \u3164',
  'ls\u0000',
]

describe('proveReadOnly', () => {
  it.each(SAFE)('accepts %j', (command) => {
    expect(prove(command)).toMatchObject({ ok: true })
  })

  it.each(UNSAFE)('refuses %j', (command) => {
    expect(prove(command)).toMatchObject({
      ok: false,
      reason: { zh: expect.stringMatching(/\p{Script=Han}/u) },
    })
  })

  it('distinguishes every word exactly', () => {
    const proof = prove('grep -n "a b" \'c\'d *.md 2>/dev/null')
    if (!proof.ok) throw new Error(proof.reason.en)
    const [command] = proof.steps[0]!.pipeline
    expect(command!.args.map(({ word, expand }) => [word.value, expand])).toEqual([
      ['-n', false],
      ['a b', false],
      ['cd', false],
      ['*.md', true],
    ])
    expect(command!.redirections).toEqual(['err-null'])
  })
})

const dataFile = fileURLToPath(new URL('../../../../../shared/data/security/bash.jsonl', import.meta.url))
interface Case {
  cmd: string
  readonly: boolean
}
function cases(): Case[] {
  return readFileSync(dataFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Case)
}

// The data is not part of the project: without it only the cases above are tested.
describe.skipIf(!existsSync(dataFile))('the measured cases of read-only commands', () => {
  it('accepts none that is unsafe and at least 95 % of the safe ones', () => {
    const accepted = cases().filter(({ cmd }) => prove(cmd).ok)
    expect(accepted.filter((one) => !one.readonly).map(({ cmd }) => cmd)).toEqual([])
    const safe = cases().filter((one) => one.readonly)
    expect(accepted.length / safe.length).toBeGreaterThanOrEqual(0.95)
  })
})

describe('under mutation', () => {
  const dangers = [
    'rm x',
    'touch x',
    '> out',
    'tee out',
    'sh -c "touch x"',
    '$(touch x)',
    '`touch x`',
    'sed -i p f',
  ]
  const joiners = [';', '&&', '||', '|', '&', '\n', '|&', ' ', ';;', '\r\n']

  it('never accepts a line that contains a danger next to a safe command', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SAFE),
        fc.constantFrom(...joiners),
        fc.constantFrom(...dangers),
        fc.boolean(),
        (safe, joiner, danger, before) => {
          const line = before ? `${danger}${joiner}${safe}` : `${safe}${joiner}${danger}`
          const proof = prove(line)
          if (!proof.ok) return true
          // With a blank as joiner the danger may have become plain words of a reader.
          const names = proof.steps.flatMap((step) => step.pipeline.map((command) => command.name))
          return !/[>$`]/.test(danger) && !names.some((name) => ['rm', 'touch', 'tee', 'sh'].includes(name))
        },
      ),
      { numRuns: 1_000 },
    )
  })

  const unsafeLines = UNSAFE.filter((line) => line.trim() !== '')

  it('never accepts an unsafe line that is spaced, wrapped or doubled', () => {
    const forms: ((line: string) => string)[] = [
      (line) => ` ${line} `,
      (line) => `\t${line}`,
      (line) => `${line} 2>/dev/null`,
      (line) => `ls && ${line}`,
      (line) => `echo a; ${line}`,
      (line) => `${line} ; ls`,
      (line) => `${line} && ${line}`,
      (line) => line.replaceAll(' ', '  '),
      (line) => `! ${line}`,
      (line) => `time ${line}`,
      (line) => `X=1 ${line}`,
      (line) => `(${line})`,
      (line) => `{ ${line}; }`,
      (line) => `cat a | ${line} | cat`,
    ]
    // In a pipe a command that only lacked its input is harmless.
    const lacksInput = (line: string) => {
      const proof = prove(line)
      return !proof.ok && JSON.stringify(proof.reason.values).includes(shellCommandTexts.waitsForInput.key)
    }
    fc.assert(
      fc.property(fc.constantFrom(...unsafeLines), fc.constantFrom(...forms), (line, form) => {
        return lacksInput(line) || !prove(form(line)).ok
      }),
      { numRuns: 1_500 },
    )
  })

  it('ends on any text, and accepts only lines that begin with a known name', () => {
    const alphabet = fc.constantFrom(
      ...' \t|&;<>()$`"\'\\*?[]{}~#!=-/.,:@%+^\n',
      'ls',
      'cat',
      'rm',
      'a',
      '2',
      '/dev/null',
      '笔',
    )
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 30 }), (parts) => {
        const proof = prove(parts.join(''))
        return (
          !proof.ok ||
          /^(?:ls|cat)$/.test(proof.steps[0]!.pipeline[0]!.name) ||
          proof.steps[0]!.pipeline[0]!.name === '['
        )
      }),
      { numRuns: 3_000 },
    )
  })
})
