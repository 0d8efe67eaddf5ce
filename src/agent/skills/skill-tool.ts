// The Skill tool: gives the model the instructions of one skill when it needs them.

import { inertFact } from '../../base/text/inert-text.ts'
import { inputSchema } from '../../base/values/json-schema.ts'
import { defineTool, errorResult, type Tool } from '../tools/tool.ts'
import type { InvokedSkill } from './invoked-skills.ts'
import type { SkillDefinition } from './skill-definition.ts'
import { skillText } from './skill-text.ts'

export const SKILL_TOOL = 'Skill'

interface SkillInput {
  skill: string
  arguments?: string
}

const DESCRIPTION = `Loads the instructions of a skill: how a certain kind of work is done here. The skills are listed in a system reminder.

- When a skill fits the task, call it before you begin, and follow what it says as far as it serves what the user asked for. What it allows you to do unasked holds until the user's next message; everything else is asked about as ever.
- Call it once per task: what it said stays in the conversation.
- A message that begins with /NAME of a skill comes with that skill's text already.`

/** `onInvoked`: with what the model was given. */
export function createSkillTool(
  skills: () => readonly SkillDefinition[],
  onInvoked?: (skill: SkillDefinition, invoked: InvokedSkill) => void,
): Tool {
  return defineTool<SkillInput>({
    name: SKILL_TOOL,
    description: DESCRIPTION,
    inputSchema: inputSchema(
      {
        skill: { type: 'string', description: 'Its name, as listed.' },
        arguments: { type: 'string', description: 'What it should work on, if it takes something.' },
      },
      ['skill'],
    ),
    maxResultCharacters: 60_000,
    // It only reads; what the model then does is asked for call by call, unless the skill was given leave for it.
    readOnly: true,
    run(input) {
      const known = skills().filter(({ forModel }) => forModel)
      const skill = known.find(({ name }) => name === input.skill.replace(/^\//, ''))
      if (!skill) return errorResult(unknown(input.skill, known))
      const text = skillText(skill, input.arguments)
      if (text === undefined) return errorResult(`The skill "${skill.name}" is not there any more.`)
      onInvoked?.(skill, { name: skill.name, content: text, ...argumentsOf(input.arguments) })
      return { content: text, details: { skill: skill.name, path: skill.path } }
    },
  })
}

function argumentsOf(given = ''): Pick<InvokedSkill, 'arguments'> {
  return given.trim() === '' ? {} : { arguments: given.trim() }
}

function unknown(asked: string, known: readonly SkillDefinition[]): string {
  if (known.length === 0) return 'There are no skills here.'
  const names = known.slice(0, 50).map(({ name }) => name)
  return `There is no skill "${inertFact(asked.slice(0, 80))}". There are: ${names.map(inertFact).join(', ')}.`
}
