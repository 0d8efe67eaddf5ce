import { mcpCommandTexts } from '../../base/messages/mcp-command.ts'
import { message } from '../../base/messages/message.ts'
import { numberOption } from '../arguments.ts'
import type { Command } from '../command.ts'

/** Only what is used here of the MCP face, which is a program of its own: faces do not import each other. */
interface McpProgram {
  serveMcp(options: {
    directory: string
    env: Readonly<Record<string, string | undefined>>
    http?: { port: number }
  }): Promise<{ http?: { url: string; file: string }; close(): Promise<void> }>
}

export const command: Command = {
  usage: 'mcp',
  help: mcpCommandTexts.help,
  most: 0,
  options: {
    http: { type: 'boolean', text: mcpCommandTexts.optionHttp },
    port: {
      type: 'string',
      value: 'PORT',
      text: mcpCommandTexts.optionPort,
    },
  },
  examples: ['memdir mcp', 'memdir mcp --http', 'memdir mcp --http --port 7411'],
  withoutProject: true,
  readsLater: ({ http }) => http !== true,
  async run({ values, context, output }) {
    const program = (await import(new URL('./mcp-server.js', import.meta.url).href)) as McpProgram
    const { env } = context
    // Agents start their servers anywhere; the project is where the agent works.
    const directory = values.project ? context.directory : env.CLAUDE_PROJECT_DIR?.trim() || context.directory
    const http = values.http ? { port: numberOption(values, 'port', 0, 65_535) ?? 0 } : undefined
    const serving = await program.serveMcp({ directory, env, http })
    const ended = new Promise<void>((done) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done())
      if (!http) process.stdin.once('close', () => done())
    })
    if (serving.http) {
      const { url, file } = serving.http
      output.note(output.say(message(mcpCommandTexts.servingTokenCtrlC, { url, file })))
    }
    await ended
    await serving.close()
    return 0
  },
}
