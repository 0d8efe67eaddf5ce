// Where this installation and the person's files are.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { agentSetupTexts } from '../base/messages/agent-setup.ts'
import { message } from '../base/messages/message.ts'
import { configHome, userHome } from '../base/settings/config-home.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { SetupPlaces } from './agent-setup.ts'

export function setupPlaces(env: SetupPlaces['env'], project: string): SetupPlaces {
  const root = packageRoot()
  return {
    env,
    home: configHome(env),
    userHome: userHome(env),
    project,
    node: process.execPath,
    bin: join(root, 'dist', 'bin'),
    plugins: join(root, 'plugins'),
  }
}

function packageRoot(): string {
  let directory = dirname(fileURLToPath(import.meta.url))
  for (let up = 0; up < 5; up++, directory = dirname(directory)) {
    if (existsSync(join(directory, 'package.json')) && existsSync(join(directory, 'plugins')))
      return directory
  }
  throw new MemdirError('internal', message(agentSetupTexts.pluginsMissing), {
    fix: message(agentSetupTexts.installAgain),
  })
}
