// A damaged projects.json: what is reported besides the result of a command.
import { join } from 'node:path'
import { message } from '../base/messages/message.ts'
import { projectsTexts } from '../base/messages/projects.ts'
import { damagedCopies, readRegistry } from '../base/projects/project-registry.ts'
import type { Output } from './output.ts'

/** It was damaged when the command began; a write has made it again since. */
export function noteDamage(home: string, output: Output): void {
  const kept = damagedCopies(home).at(-1)
  if (readRegistry(home).damaged)
    output.note(output.say(message(projectsTexts.registryDamaged, { path: join(home, 'projects.json') })))
  else if (kept) output.note(output.say(message(projectsTexts.registryRebuilt, { path: join(home, kept) })))
}
