import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openProjectAccess, type ProjectAccess } from '../../base/trust/project-access.ts'
import { findAgents } from '../agents/find-agents.ts'
import { createReadState } from '../tools/read-state.ts'
import { findSkills, pluginSkills } from './find-skills.ts'
import { readSkill, resolveSkills, type SkillDefinition } from './skill-definition.ts'
import { skillListing } from './skill-listing.ts'
import { skillText } from './skill-text.ts'
import { createSkillTool } from './skill-tool.ts'

let root: string
beforeEach(() => {
  root = realpathSync.native(mkdtempSync(join(tmpdir(), 'memdir-skills-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string): string {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

const skillFile = (description: string, body = 'Do it.', more = '') =>
  `---\ndescription: ${description}\n${more}---\n${body}\n`

const project = () => openProjectAccess({ MEMDIR_HOME: join(root, 'config') }, { checkout: root, root })

function call(skills: readonly SkillDefinition[], input: Record<string, unknown>) {
  const context = { cwd: root, signal: new AbortController().signal, readState: createReadState() }
  return createSkillTool(() => skills).run(input, context)
}

test('skills are found by place; project weighs more than user, plugins have a name of their own', () => {
  write('plugins/tools/skills/deploy/SKILL.md', skillFile('the plugin’s'))
  write('user/deploy/SKILL.md', skillFile('the user’s'))
  write('user/review/SKILL.md', skillFile('reviews', 'Look.', 'name: critic\nargument-hint: "[file]"\n'))
  write('project/deploy/SKILL.md', skillFile('the project’s'))
  write('project/not-a-skill/README.md', 'x')
  write('project/broken/SKILL.md', 'no frontmatter at all')
  const found = findSkills([
    { project: project(), path: 'project', source: 'project' },
    ...pluginSkills(join(root, 'plugins')),
    { directory: join(root, 'user'), source: 'user' },
    { directory: join(root, 'nowhere'), source: 'user' },
  ])
  expect(resolveSkills(found.skills).map(({ name, description }) => [name, description])).toEqual([
    ['critic', 'reviews'],
    ['deploy', 'the project’s'],
    ['tools:deploy', 'the plugin’s'],
  ])
  expect(found.problems).toMatchObject([
    { path: join(root, 'project/broken/SKILL.md'), problem: { key: 'definitions.no-description' } },
  ])
})

test('a repository shows no files of its user: nothing is followed, and what is not read is reported', async () => {
  const secret = write('home/notes.md', skillFile('private'))
  const plain = write('skills/plain/SKILL.md', skillFile('plain'))
  mkdirSync(join(root, 'skills/mine'), { recursive: true })
  symlinkSync(secret, join(root, 'skills/mine/SKILL.md'))
  symlinkSync(dirname(plain), join(root, 'skills/twin'))
  const access = project()
  const { skills } = findSkills([{ project: access, path: 'skills', source: 'project' }])
  expect(skills.map(({ name }) => name)).toEqual(['plain'])
  expect(access.refused).toEqual([
    { path: join(root, 'skills/mine/SKILL.md'), reason: 'link' },
    { path: join(root, 'skills/twin'), reason: 'link' },
  ])
  // Nor when it becomes a link after it was found.
  rmSync(plain)
  symlinkSync(secret, plain)
  expect(await call(skills, { skill: 'plain' })).toMatchObject({ isError: true })
})

test('the tools that a project’s skill wants to use unasked wait for approval', () => {
  write('skills/deploy/SKILL.md', skillFile('deploys', 'Do it.', 'allowed-tools: Bash(git *), Write\n'))
  const find = (access: ProjectAccess) =>
    findSkills([{ project: access, path: 'skills', source: 'project' }]).skills[0]!
  const waiting = project()
  expect(find(waiting)).toMatchObject({ name: 'deploy' })
  expect(find(waiting)).not.toHaveProperty('allowedTools')
  expect(waiting.waiting).toEqual([
    {
      kind: 'skill',
      name: 'skills/deploy/SKILL.md',
      content: { 'allowed-tools': ['Bash(git *)', 'Write'] },
    },
  ])
  expect(find({ ...project(), isApproved: () => true }).allowedTools).toEqual(['Bash(git *)', 'Write'])
  const [own] = findSkills([{ directory: join(root, 'skills'), source: 'user' }]).skills
  expect(own?.allowedTools).toEqual(['Bash(git *)', 'Write'])
})

test('who may call it is said in the frontmatter', () => {
  const place = { directory: '/', source: 'user' } as const
  const file = { place, path: '/s/SKILL.md', directoryName: 's' }
  const read = (more: string) => readSkill(skillFile('x', 'y', more), file)
  expect(read('')).toMatchObject({ skill: { name: 's', forModel: true, forUser: true } })
  expect(read('disable-model-invocation: true\n')).toMatchObject({ skill: { forModel: false } })
  expect(read('user-invocable: false\n')).toMatchObject({ skill: { forUser: false } })
  expect(read('when_to_use: On Fridays.\n')).toMatchObject({ skill: { description: 'x On Fridays.' } })
  expect(read('name: Deploying & Rolling Back\n')).toMatchObject({ skill: { name: 's' } })
  expect(read('name: ../../etc\n')).toMatchObject({ ok: false })
  expect(read('name: plugin:deploy\n')).toMatchObject({ ok: false })
})

test('the body is read when it is called, and nothing in it is run, included or looked up', async () => {
  const body = 'Target: $ARGUMENTS\n!`touch made`\n@/etc/hostname\n$HOME/x.sh'
  const path = write('s/deploy/SKILL.md', skillFile('deploys', body))
  const { skills } = findSkills([{ directory: join(root, 's'), source: 'user' }])
  const result = await call(skills, { skill: 'deploy', arguments: '$& to `staging` $ARGUMENTS' })
  expect(result.content).toBe(
    `Skill deploy. Files that it names are below ${dirname(path)}.\n\n${body.replace('$ARGUMENTS', () => '$& to `staging` $ARGUMENTS')}`,
  )
  writeFileSync(path, skillFile('deploys', 'Changed.'))
  expect((await call(skills, { skill: '/deploy', arguments: 'now' })).content).toContain(
    'Changed.\n\nARGUMENTS: now',
  )
  rmSync(path)
  expect(await call(skills, { skill: 'deploy' })).toMatchObject({ isError: true })
  expect(skillText(skills[0]!)).toBeUndefined()
})

test('a name is looked up, never opened as a path', async () => {
  write('s/deploy/SKILL.md', skillFile('deploys'))
  write('other/SKILL.md', skillFile('not offered'))
  write('s/hidden/SKILL.md', skillFile('for people', 'x', 'disable-model-invocation: true\n'))
  const { skills } = findSkills([{ directory: join(root, 's'), source: 'user' }])
  for (const skill of ['../other', join(root, 'other'), '/etc/passwd', 'hidden', '']) {
    const result = await call(skills, { skill })
    expect(result).toMatchObject({ isError: true })
    expect(result.content).toContain('There are: deploy.')
  }
  expect((await call([], { skill: 'x' })).content).toBe('There are no skills here.')
})

test('the listing keeps to its budget: descriptions give way, then names', () => {
  const skill = (name: string, description = 'd'.repeat(300)) => ({ name, description, forModel: true })
  expect(skillListing([{ ...skill('x'), forModel: false }])).toBeUndefined()
  expect(skillListing([skill('a', 'does A'), skill('b', 'does B')])).toBe(
    'The Skill tool knows these skills now:\n- a: does A\n- b: does B',
  )
  const many = Array.from({ length: 100 }, (_, n) => skill(`skill-${n}`))
  expect(skillListing(many)).toContain('- skill-99: ddd')
  const names = fc.array(fc.string({ minLength: 1, maxLength: 64 }), { minLength: 1, maxLength: 300 })
  fc.assert(
    fc.property(names, fc.integer({ min: 200, max: 8_000 }), (all, budget) => {
      const text = skillListing(
        all.map((name) => skill(name)),
        budget,
      )!
      expect(text.length).toBeLessThanOrEqual(budget)
    }),
    { numRuns: 200 },
  )
})

test.runIf(process.platform === 'linux')(
  'a pipe, a device or a huge file is no skill and no agent, and nobody waits',
  () => {
    for (const name of ['fifo', 'zero', 'huge']) mkdirSync(join(root, 'project', name), { recursive: true })
    execFileSync('mkfifo', [join(root, 'project/fifo/SKILL.md')])
    symlinkSync('/dev/zero', join(root, 'project/zero/SKILL.md'))
    truncateSync(write('project/huge/SKILL.md', ''), 2_000_000_000)
    write('project/deploy/SKILL.md', skillFile('deploys'))
    const { skills } = findSkills([{ directory: join(root, 'project'), source: 'project' }])
    expect(skills.map(({ name }) => name)).toEqual(['deploy'])
    truncateSync(write('agents/huge.md', ''), 2_000_000_000)
    write('agents/reviewer.md', '---\nname: reviewer\ndescription: reviews\n---\nReview.\n')
    const { agents } = findAgents([{ directory: join(root, 'agents'), source: 'project' }])
    expect(agents.filter(({ source }) => source === 'project').map(({ name }) => name)).toEqual(['reviewer'])
  },
)
