import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LINE_CHARACTERS } from './cut-line.ts'
import { normaliseCall } from './normalise-call.ts'

const bash = (command: string) => normaliseCall('Bash', { command })
const commandsOf = (command: string) => bash(command).commands.flatMap(({ spellings }) => spellings)

/** Commands that act, as agents write them. */
const COMMANDS = [
  ...[
    'npm install zod',
    'npm i -D @types/node',
    'npm ci --prefer-offline',
    'yarn add moment',
    'pnpm add -D tsx',
  ],
  ...['npx prettier --write .', 'git commit -m wip', 'git push --force origin main', 'git rebase -i HEAD~3'],
  ...['git reset --hard', 'git checkout -b dana/x', 'git tag v1.2.0', 'git stash', 'gh pr merge 12 --squash'],
  ...['pip install requests', 'uv add httpx', 'poetry add rich', 'black src', 'pytest -q tests/test_a.py'],
  ...['alembic upgrade head', 'python manage.py migrate', 'terraform apply', 'kubectl apply -f deploy.yaml'],
  ...['kubectl delete pod web', 'helm upgrade web ./chart', 'docker build -t web .', 'docker compose up -d'],
  ...[
    'docker push shop/web:1.2',
    'mvn deploy',
    './mvnw package',
    'gradle build',
    'cargo publish',
    'go test ./...',
  ],
  ...[
    'make release',
    'rm -rf dist',
    'curl -X POST localhost:3000/api',
    'scp app.jar prod01:/opt',
    'npm publish',
  ],
  ...['psql prod -f drop.sql', 'mysql -h test -f a.sql', 'redis-cli flushall', 'ssh prod01 restart'],
]
/** Around a command, in a shell line. */
const AROUND: Readonly<Record<string, (command: string) => string>> = {
  nothing: (one) => one,
  'a directory in front': (one) => `cd packages/web && ${one}`,
  'an assignment': (one) => `NODE_ENV=test DEBUG='a b' ${one}`,
  sudo: (one) => `sudo -u deploy ${one}`,
  env: (one) => `env -u CI NODE_ENV=test ${one}`,
  time: (one) => `time ${one}`,
  nohup: (one) => `nohup ${one} &`,
  timeout: (one) => `timeout -k 5 30 ${one}`,
  'a login shell': (one) => `bash -lc '${one}'`,
  'a shell in a shell': (one) => `sh -c "bash -c '${one}'"`,
  'a program by its path': (one) => `/bin/sh -ec "${one}"`,
  eval: (one) => `eval "${one}"`,
  'a pipe': (one) => `${one} | tail -20`,
  'a pipe of both': (one) => `${one} 2>&1 |& tee log.txt`,
  'a redirection': (one) => `${one} >out.txt 2>err.txt`,
  'one before': (one) => `ls -la; ${one}`,
  'one before and one after': (one) => `git status && ${one} || exit 1`,
  'a line before': (one) => `# set up\nset -e\n${one}\n`,
  'ends of lines of Windows': (one) => `set -e\r\n${one}\r\n`,
  'a condition': (one) => `if [ -f a.txt ]; then ${one}; fi`,
  'a loop': (one) => `for d in a b; do ${one}; done`,
  'a group': (one) => `{ ${one}; }`,
  'a subshell': (one) => `(cd x && ${one})`,
  'a substitution': (one) => `echo "done: $(${one})"`,
  'a substitution of old': (one) => `VERSION=\`${one}\``,
  not: (one) => `! ${one}`,
  'blanks in between': (one) => one.replaceAll(' ', '   '),
  'a line that goes on': (one) => one.replace(' ', ' \\\n  '),
  'a script by a here-document': (one) => `bash <<'EOF'\n${one}\nEOF`,
  'a script by a pipe': (one) => `echo '${one}' | sh`,
}
/** Where the same words are no command. */
const SAID: Readonly<Record<string, (command: string) => string>> = {
  printed: (one) => `echo '${one}'`,
  'looked for': (one) => `grep -rn "${one}" docs | head`,
  'a comment': (one) => `ls # ${one}`,
  'in a file that is written': (one) => `cat > run.sh <<'EOF'\n${one}\nEOF`,
  'in a file that is added to': (one) => `printf '%s\\n' '${one}' >> run.sh`,
  'in a message': (one) => `git commit -m "say ${one}"`,
  'in a log': (one) => `git log --grep="${one}"`,
}

describe.each(Object.entries(AROUND))('a command with %s', (_, around) => {
  it.each(COMMANDS)('%s', (command) => {
    expect(commandsOf(around(command))).toContain(command)
  })
})

describe.each(Object.entries(SAID))('what is %s is no command', (_, said) => {
  it.each(COMMANDS)('%s', (command) => {
    expect(commandsOf(said(command)).some((one) => one.startsWith(command))).toBe(false)
  })
})

describe('commands that only look are left out', () => {
  it.each([
    ...[
      'ls -la',
      'cat package.json',
      'git log --oneline -20',
      'git -C web status',
      'git diff HEAD~1 -- pom.xml',
    ],
    ...['git branch -a', 'git stash list', 'git show HEAD --stat', 'git config user.name', 'git remote -v'],
    ...[
      'npm view zod versions --json',
      'npm ls',
      'pnpm why moment',
      'yarn info react',
      'pip list --outdated',
    ],
    ...[
      'uv tree',
      'cargo tree',
      'docker ps',
      'docker compose logs web',
      'kubectl --context staging get pods',
    ],
    ...['kubectl logs web', 'helm list', 'terraform plan', 'gh pr view 12', 'mypy --version', './mvnw -v'],
    ...[
      'npm publish --dry-run',
      'kubectl apply -f a.yaml --dry-run=client',
      'sed -n 1,60p a.ts',
      'find . -name x',
    ],
    ...[
      '/usr/bin/git status',
      'C:\\Windows\\where.exe node',
      'which mvn',
      'jq .version package.json',
      'du -sh .',
    ],
  ])('%s', (command) => {
    expect(commandsOf(command)).toEqual([])
  })

  it.each([
    ...[
      'git branch -D old',
      'git stash pop',
      'git config user.name x',
      'git remote add o x',
      'npm audit fix',
    ],
    ...[
      'find . -name x -delete',
      'sed -i s/a/b/ x',
      'docker compose up',
      'kubectl apply --dry-run=none -f a',
    ],
  ])('%s acts', (command) => {
    expect(commandsOf(command)).toContain(command)
  })
})

describe('spellings of a command', () => {
  it.each([
    ['git -C packages/web commit -m x', 'git commit -m x'],
    ['npm --prefix web install zod', 'npm install zod'],
    ['./node_modules/.bin/prettier --write a', 'prettier --write a'],
    ['.venv/bin/pip install x', 'pip install x'],
    ['C:/Git/bin/git.exe push', 'git push'],
    ['"npm" \'install\' zod', 'npm install zod'],
    ['find . -name "*.py" -exec black {} +', 'black {}'],
    ['git ls-files | xargs -n 1 prettier --write', 'prettier --write'],
    ['DATABASE_URL=$PROD alembic upgrade head', 'DATABASE_URL=$PROD alembic upgrade head'],
    ['C:\\Git\\bin\\git.exe push', 'git push'],
    ['psql prod <<EOF\nALTER TABLE a;\nEOF', 'psql prod\nALTER TABLE a;\n'],
    ["git commit -m $'one\\ntwo'", 'git commit -m one\ntwo'],
    ['X=提交 git commit -m "修复：退款"', 'git commit -m "修复：退款"'],
  ])('%s', (command, spelling) => {
    expect(commandsOf(command)).toContain(spelling)
  })

  it('are those of the words where the agent gives words', () => {
    const { commands } = normaliseCall(
      'shell',
      { command: ['bash', '-lc', 'cd web && npm install zod'] },
      { client: 'codex' },
    )
    expect(commands.map(({ spellings }) => spellings[0])).toEqual(['npm install zod'])
    expect(
      normaliseCall('shell', { command: ['git', 'commit', '-m', 'a b'] }).commands[0]?.spellings,
    ).toEqual(['git commit -m a b'])
  })
})

describe('files that a shell line writes', () => {
  it.each([
    ['cat > a/b.ts <<EOF\none\ntwo\nEOF', { file: 'a/b.ts', whole: true, added: 'one\ntwo\n' }],
    ['cat <<EOF >> a.ts\none\nEOF', { file: 'a.ts', added: 'one\n' }],
    ['cat <<-EOF > a.ts\n\tone\n\tEOF', { file: 'a.ts', whole: true, added: 'one\n' }],
    ['cat <<"E O" > a.ts\none $(x)\nE O', { file: 'a.ts', whole: true, added: 'one $(x)\n' }],
    ['echo "x = 1" >> web/.env', { file: 'web/.env', added: 'x = 1\n' }],
    ["printf 'a\\nb\\n' > c.txt", { file: 'c.txt', whole: true, added: 'a\nb\n\n' }],
    ['tee -a log.txt <<< hi', { file: 'log.txt', added: 'hi\n' }],
    ['echo hi | sudo tee /etc/hosts', { file: '/etc/hosts', whole: true, added: 'hi\n' }],
    ['cd web && echo hi > ../a.ts', { file: 'a.ts', whole: true, added: 'hi\n' }],
    ["sed -i 's/double/float/' src/a.java", { file: 'src/a.java', added: 'float' }],
    ["sed -i '' -e 's|a|b/c|' src/a.ts", { file: 'src/a.ts', added: 'b/c' }],
    ['mv a.ts lib/b.ts', { file: 'lib/b.ts', added: '' }],
    ['rm db/migration/V1.sql', { file: 'db/migration/V1.sql', added: '' }],
    ['touch "a b.ts"', { file: 'a b.ts', added: '' }],
    ['> empty.txt', { file: 'empty.txt', whole: true, added: '' }],
    ['bash -c "echo hi > a.ts"', { file: 'a.ts', whole: true, added: 'hi\n' }],
    [
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a.ts\n+one\n*** End Patch\nEOF",
      { file: 'a.ts', whole: true, added: 'one' },
    ],
    ['git apply <<EOF\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-x\n+y\nEOF', { file: 'a.ts', added: 'y' }],
  ])('%s', (command, change) => {
    expect(bash(command).changes).toContainEqual(change)
  })

  it.each(['ls > /dev/null', 'npm test 2> err.txt', 'x >&2', 'sort < a.txt', 'cat a.ts', 'sed s/a/b/ a.ts'])(
    'none by %s',
    (command) => {
      expect(bash(command).changes).toEqual([])
    },
  )
})

describe('tools of agents', () => {
  const root = '/home/me/shop'
  const at = (tool: string, input: unknown, client?: string, directory?: string) =>
    normaliseCall(tool, input, { client, roots: [root], directory }).changes
  it.each<[string, string, unknown, object]>([
    ['claude-code', 'Write', { file_path: `${root}/a.ts`, content: 'x' }, { whole: true, added: 'x' }],
    ['claude-code', 'Edit', { file_path: 'a.ts', old_string: 'a\nb', new_string: 'a\nc' }, { added: 'c' }],
    [
      'claude-code',
      'MultiEdit',
      { file_path: './a.ts', edits: [{ old_string: 'a', new_string: 'b' }, { new_string: 'c' }] },
      { added: 'b\nc' },
    ],
    ['claude-code', 'NotebookEdit', { notebook_path: 'x/../a.ts', new_source: 'x' }, { added: 'x' }],
    ['gemini', 'write_file', { file_path: 'a.ts', content: 'x' }, { whole: true, added: 'x' }],
    ['gemini', 'replace', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }, { added: 'b' }],
    ['qwen', 'edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }, { added: 'b' }],
    ['opencode', 'edit', { filePath: 'a.ts', oldString: 'a', newString: 'b' }, { added: 'b' }],
    ['opencode', 'write', { filePath: 'a.ts', content: 'x' }, { whole: true, added: 'x' }],
    ['opencode', 'patch', { patchText: '*** Begin Patch\n*** Update File: a.ts\n-a\n+b' }, { added: 'b' }],
    [
      'codex',
      'apply_patch',
      { input: '*** Begin Patch\n*** Add File: a.ts\n+b' },
      { whole: true, added: 'b' },
    ],
    ['codex', 'apply_patch', '*** Begin Patch\n*** Add File: a.ts\n+b', { whole: true, added: 'b' }],
    ['copilot', 'create', { path: `${root}/a.ts`, file_text: 'x' }, { whole: true, added: 'x' }],
    ['copilot', 'edit', { path: 'a.ts', old_str: 'a', new_str: 'b' }, { added: 'b' }],
  ])('%s: %s', (client, tool, input, change) => {
    expect(at(tool, input, client)).toEqual([{ file: 'a.ts', ...change }])
    expect(at(tool, input)).toEqual([{ file: 'a.ts', ...change }])
  })

  it.each([
    ['claude-code', 'Read', { file_path: 'a.ts' }],
    ['claude-code', 'constructor', { command: 'npm i' }],
    ['toString', 'Bash', null],
    ['claude-code', 'Bash', { command: 7 }],
    ['claude-code', 'Edit', { file_path: [] }],
    ['claude-code', 'MultiEdit', { file_path: 'a', edits: [null, 7] }],
  ])('%s: %s is nothing', (client, tool, input) => {
    const { commands, changes } = normaliseCall(tool, input, { client })
    expect([commands, changes.map(({ added }) => added).join('')]).toEqual([[], ''])
  })

  it.each([
    ['C:\\work\\shop', 'c:\\work\\shop\\src\\a.ts'],
    ['/home/me/shop/', '/home/me/shop/src/a.ts'],
    ['/home/me/shop', '/home/me/shop/./x/..//src/a.ts'],
    ['/home/me/店', '/home/me/店/src/a.ts'],
  ])('below %s a path is told from there', (project, file) => {
    const { changes } = normaliseCall('Write', { file_path: file, content: '' }, { roots: [project] })
    expect(changes[0]?.file).toBe('src/a.ts')
  })

  it('elsewhere it stays whole, and a path without a root begins where the call does', () => {
    expect(at('Write', { file_path: '/home/me/shopping/a.ts', content: '' })[0]?.file).toBe(
      '/home/me/shopping/a.ts',
    )
    expect(at('Write', { file_path: 'a.ts', content: '' }, undefined, `${root}/web`)[0]?.file).toBe(
      'web/a.ts',
    )
  })
})

describe('whatever the line', () => {
  const piece = fc.constantFrom(
    ...[
      'npm i',
      'git commit',
      ' ',
      '\n',
      '"',
      "'",
      '`',
      '$(',
      '${',
      '$((',
      ')',
      '(',
      '|',
      '&&',
      ';',
      '<<EOF',
      'EOF',
    ],
    ...[
      '>',
      '>>',
      '<(',
      '\\',
      '#',
      '{',
      '}',
      'sudo',
      'xargs',
      'bash -c',
      '=',
      '提交',
      '\u{1f600}',
      '\0',
      'find -exec',
    ],
  )
  it('nothing throws, and as much is given as there is', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const line = pieces.join('')
        for (const { spellings } of bash(line).commands)
          expect(spellings.every((one) => one.trim() !== '')).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    'npm i;',
    'sudo ',
    '$(',
    '"',
    '(',
    'xargs ',
    '<<A\n',
    'a=(',
    '`',
    "'",
    'bash -c ',
    '\\\n',
    '> a ',
    'a|',
  ])('a million characters of %j are read in time', (unit) => {
    const line = unit.repeat(LINE_CHARACTERS / unit.length)
    const began = process.cpuUsage()
    bash(line)
    const { user } = process.cpuUsage(began)
    expect(user / 1_000).toBeLessThan(1_500)
  })
})
