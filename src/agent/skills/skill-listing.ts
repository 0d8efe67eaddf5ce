// The skills as the model learns of them: an attachment within a budget, so that a hundred skills cost no more than
// ten. Descriptions give way first, then names; what is not listed can still be called by name.
import { type AgentText, joinLines, own, startOf } from '../../base/text/agent-text.ts'
import { inertFact, inertLine } from '../../base/text/inert-text.ts'
import type { SkillDefinition } from './skill-definition.ts'

/** Characters. */
const SKILL_LISTING_BUDGET = 8_000
const MAX_DESCRIPTION = 500
/** Less of a description says nothing. */
const MIN_DESCRIPTION = 24

const HEADING = own`The Skill tool knows these skills now:`

/** Undefined where there is nothing to list. */
export function skillListing(
  skills: readonly Pick<SkillDefinition, 'name' | 'description' | 'forModel'>[],
  budget = SKILL_LISTING_BUDGET,
): AgentText | undefined {
  const listed = skills.filter(({ forModel }) => forModel)
  if (listed.length === 0) return undefined
  const whole = render(listed, MAX_DESCRIPTION)
  if (whole.length <= budget) return whole
  const names = render(listed, 0).length
  const each = Math.floor((budget - names) / listed.length) - ': '.length
  return each >= MIN_DESCRIPTION ? render(listed, each) : namesOnly(listed, budget)
}

type Listed = Pick<SkillDefinition, 'name' | 'description'>

function render(skills: readonly Listed[], characters: number): AgentText {
  return joinLines([HEADING, ...skills.map((skill) => lineOf(skill, characters))])
}

function lineOf({ name, description }: Listed, characters: number): AgentText {
  if (characters <= 0) return own`- ${inertFact(name)}`
  const line = inertLine(description)
  const cut = line.length <= characters ? line : own`${startOf(line, characters - 1)}…`
  return own`- ${inertFact(name)}: ${cut}`
}

function namesOnly(skills: readonly Listed[], budget: number): AgentText {
  const more = (count: number) => own`- … and ${count} more`
  let text = HEADING
  for (const [at, { name }] of skills.entries()) {
    const next = own`${text}\n- ${inertFact(name)}`
    const rest = skills.length - at - 1
    const needed = next.length + (rest > 0 ? more(rest).length + 1 : 0)
    if (needed > budget) return own`${text}\n${more(skills.length - at)}`
    text = next
  }
  return text
}
