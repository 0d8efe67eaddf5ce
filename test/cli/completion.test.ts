import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { useCli } from './use-cli.ts'

const { below, run } = useCli()

describe('completion', () => {
  it('is valid bash that completes commands, options and choices', () => {
    const script = run(['completion', 'bash']).out
    writeFileSync(below('completion.sh'), script)
    execFileSync('bash', ['-n', below('completion.sh')])
    const complete = (...words: string[]) =>
      execFileSync(
        'bash',
        [
          '-c',
          `source ${below('completion.sh')}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _memdir; echo "\${COMPREPLY[@]}"`,
        ],
        { encoding: 'utf8' },
      ).trim()
    expect(complete('memdir', 'do')).toBe('doctor')
    expect(complete('memdir', 'add', '--imp')).toBe('--importance')
    expect(complete('memdir', 'add', '--type', 'fe')).toBe('feedback')
    expect(complete('memdir', 'list', '')).toBe('')
    const zsh = run(['completion', 'zsh']).out
    expect(zsh).toMatch(/^#compdef memdir\n/)
    expect(run(['completion', 'fish']).out).toMatch(/complete -c memdir -n __fish_use_subcommand -a add/)
  })
})
