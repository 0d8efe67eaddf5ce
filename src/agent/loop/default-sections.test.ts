import { expect, test } from 'vitest'
import {
  environmentSection,
  languageSection,
  outputStyleSection,
  scratchSection,
  staticSections,
  tokenBudgetSection,
} from './default-sections.ts'
import { createSystemPrompt } from './system-prompt.ts'

test('the dynamic sections, in words', async () => {
  const prompt = createSystemPrompt({
    sections: [
      environmentSection({
        ...{ cwd: '/p', platform: 'linux', osVersion: 'Linux 6.1.0', shell: '/bin/bash' },
        ...{ isGit: false, model: 'm' },
      }),
      languageSection('German'),
      outputStyleSection('terse', 'One sentence.'),
      scratchSection('/tmp/s'),
      tokenBudgetSection(50_000),
    ],
  })
  expect((await prompt.build())[0]?.text).toBe(`# Environment
Working directory: /p
Platform: linux
OS version: Linux 6.1.0
Shell: /bin/bash
Git repository: no
Model: m

# Language
Always answer in German.

# Output style: terse
One sentence.

# Scratch area
Put temporary files into /tmp/s, not into the project.

# Budget
This task has about 50000 tokens in all. Plan for it.`)
})

test('the static sections say nothing about the user or the machine', async () => {
  const [part] = await createSystemPrompt({ sections: staticSections() }).build()
  expect(part?.text).not.toMatch(/\d{4}-\d\d|\/home|\/tmp/)
  expect(part!.text.length).toBeLessThan(4_000)
})
