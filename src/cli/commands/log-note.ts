import { logNoteCommandTexts } from '../../base/messages/log-note-command.ts'
import type { Command } from '../command.ts'
import { printable } from '../output.ts'
import { noteWarnings } from '../saved.ts'

export const command: Command = {
  usage: 'log-note TEXT…',
  help: logNoteCommandTexts.help,
  options: {},
  examples: ['memdir log-note "The release moved to 2026-04-16"'],
  async run({ positionals, context, output }) {
    const engine = await context.writingEngine()
    const noted = await (await engine.records()).logNote(positionals.join(' '), context.changedBy())
    output.data(noted)
    noteWarnings(output, noted.warnings)
    output.print(`${output.paint.green('✓')} ${printable(noted.file)}`)
    return 0
  },
}
