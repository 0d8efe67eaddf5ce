// The background jobs of a project, with what they need of other rooms.
import { agentMemories, existingMemories } from '../agent/agent-memories.ts'
import type { JobsOptions } from '../learn/background.ts'
import type { Job } from '../learn/job.ts'
import { jobsOf } from '../learn/jobs.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { removeOldClaims } from './events/claim-event.ts'

export function backgroundJobs(context: ProjectContext, options?: JobsOptions): Job[] {
  const agents = (of: ProjectContext) => existingMemories(agentMemories(of))
  return jobsOf(context, { agentMemories: agents, removeOldClaims }, options)
}
