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
  help: {
    en: 'Serves this project’s memory to any MCP client: over standard input and output, or with --http on loopback with a token.',
    zh: '向任意 MCP 客户端提供此项目的记忆：默认经标准输入输出，--http 时在本机回环地址上并需令牌。',
  },
  most: 0,
  options: {
    http: { type: 'boolean', en: 'serve over HTTP on 127.0.0.1', zh: '在 127.0.0.1 上经 HTTP 提供' },
    port: {
      type: 'string',
      value: 'PORT',
      en: 'the port for --http (any free one)',
      zh: '--http 的端口（默认任意空闲端口）',
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
      output.note(
        output.say({
          en: `Serving ${url}; the token is in ${file}. Ctrl-C ends it.`,
          zh: `正在提供 ${url}；令牌在 ${file}。按 Ctrl-C 结束。`,
        }),
      )
    }
    await ended
    await serving.close()
    return 0
  },
}
