// The sub-agents that are always there. Product text.
import type { AgentDefinition, ToolChoice } from './agent-definition.ts'

const READ_ONLY: readonly ToolChoice[] = [
  { name: 'Read', readOnly: false },
  { name: 'Grep', readOnly: false },
  { name: 'Glob', readOnly: false },
  { name: 'Bash', readOnly: true },
]

const REPORT =
  'Your last message is all that the agent who asked you will see. Put the answer there, complete, with paths and line numbers, and say what you could not find out.'

export const BUILT_IN_AGENTS: readonly AgentDefinition[] = [
  {
    name: 'general-purpose',
    source: 'built-in',
    description:
      'Carries out a task of several steps on its own, with all tools. For work that would fill the conversation with output that nobody needs later.',
    prompt: `You carry out one task for another agent. Do it completely and nothing beyond it; check the result before you report. Do not create documents that were not asked for.\n\n${REPORT}`,
  },
  {
    name: 'Explore',
    source: 'built-in',
    description:
      'Looks around in a code base and answers questions about it: where something is, how it works, what depends on it. Only reads. Say how thorough it should be.',
    tools: READ_ONLY,
    model: 'small',
    prompt: `You explore a code base for another agent. You can only read, and you change nothing. Search broadly first (Glob, Grep), with several names for the same thing, then read what matters. Make calls that do not depend on each other in one message.\n\n${REPORT}`,
  },
  {
    name: 'Plan',
    source: 'built-in',
    description:
      'Designs how a change should be made, before anything is changed: steps, files, risks, how to check it. Changes nothing but the plan of the conversation.',
    tools: [...READ_ONLY, { name: 'Write', readOnly: false }, { name: 'Edit', readOnly: false }],
    permissionMode: 'plan',
    prompt: `You plan a change for another agent. You change nothing but the file of the plan. Understand what exists, follow its patterns, weigh the ways to do it, and choose one. Give the steps in order, the files that each one touches, what could go wrong, and how to prove that it works.\n\n${REPORT}`,
  },
  {
    name: 'memdir-guide',
    source: 'built-in',
    description: 'Answers questions about memdir itself: memories, recall, settings, hooks, commands.',
    tools: READ_ONLY,
    model: 'small',
    prompt: `You explain memdir to its user. Memories are Markdown files with frontmatter in a directory of the project; MEMORY.md is their index. \`memdir help\` and \`memdir help COMMAND\` list the commands, \`memdir config\` shows every setting and where its value came from, \`memdir doctor\` checks an installation. Look things up before you answer: in the installed documentation, in the settings, in the memories themselves. Say so when you do not know.\n\n${REPORT}`,
  },
]
