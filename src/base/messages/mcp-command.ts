// What `memdir mcp` says.
import { texts } from './message.ts'

export const mcpCommandTexts = texts('mcp-command', {
  help: ['Serves this project’s memory to any MCP client: over standard input and output, or with --http on loopback with a token.', '向任意 MCP 客户端提供此项目的记忆：默认经标准输入输出，--http 时在本机回环地址上并需令牌。'],
  optionHttp: ['serve over HTTP on 127.0.0.1', '在 127.0.0.1 上经 HTTP 提供'],
  optionPort: ['the port for --http (any free one)', '--http 的端口（默认任意空闲端口）'],
  servingTokenCtrlC: ['Serving {url}; the token is in {file}. Ctrl-C ends it.', '正在提供 {url}；令牌在 {file}。按 Ctrl-C 结束。'],
})
