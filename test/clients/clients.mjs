// The agents: how each is started against the fake model, goes on with a conversation, and names our tool.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const VERSIONS = {
  '@anthropic-ai/claude-code': '2.1.325',
  '@openai/codex': '0.166.0',
  'opencode-ai': '1.18.33',
  '@google/gemini-cli': '0.61.0',
  '@modelcontextprotocol/inspector': '2.12.0',
  '@qwen-code/qwen-code': '0.24.4',
  '@github/copilot': '1.0.102',
  cline: '3.0.65',
}

const write = (path, data) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof data === 'string' ? data : JSON.stringify(data, null, 2))
}

/** Main requests are those that carry the conversation, not titles, quotas or summaries. */
const hasTools = ({ body }) => (body.tools ?? []).length > 0

/**
 * As after a start of opencode with a network: it has installed its package for plugins. Without that it tries at every
 * start, and one that ends while another try is going on leaves a lock, for which the next waits a minute.
 */
function installedBefore(directory) {
  const dependencies = { '@opencode-ai/plugin': VERSIONS['opencode-ai'] }
  write(join(directory, 'package.json'), { dependencies })
  write(join(directory, 'package-lock.json'), { lockfileVersion: 3, packages: { '': { dependencies } } })
  mkdirSync(join(directory, 'node_modules'), { recursive: true })
}

const claude = (tool) => ({
  name: 'claude-code',
  bin: 'claude',
  prepare: ({ home }) => write(join(home, '.claude', 'settings.json'), { permissions: { allow: [tool] } }),
  env: ({ model }) => ({
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'sk-ant-fake',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }),
  args: (prompt, { goOn }) => ['-p', prompt, ...(goOn ? ['--continue'] : [])],
  compact: { args: ['-p', '/compact', '--continue'], summary: 'summary of the conversation' },
  tool: { tool },
  mentions: true,
  /** What hooks tell the person is shown in its window only. */
  tells: 'window',
  isMain: hasTools,
})

export const CLIENTS = [
  claude('mcp__plugin_memdir_memdir__remember'),
  {
    ...claude('mcp__memdir__remember'),
    title: 'claude-code-mcp',
    init: ['--mcp-hook'],
  },
  {
    name: 'codex',
    bin: 'codex',
    prepare: ({ home, model }) =>
      write(
        join(home, '.codex', 'config.toml'),
        `model = "gpt-5"\nmodel_provider = "fake"\nmodel_auto_compact_token_limit = 60000\nmodel_context_window = 200000\n[model_providers.fake]\nname = "fake"\nbase_url = "${model.url}/v1"\nenv_key = "FAKE_KEY"\nwire_api = "responses"\n`,
      ),
    env: () => ({ FAKE_KEY: 'x' }),
    args: (prompt, { goOn }) => [
      'exec',
      ...(goOn ? ['resume', '--last'] : []),
      '--skip-git-repo-check',
      '--dangerously-bypass-hook-trust',
      prompt,
    ],
    compact: { byTokens: 150_000 },
    tool: { tool: 'remember', namespace: 'mcp__memdir' },
    tells: 'window',
    isMain: hasTools,
  },
  {
    name: 'gemini',
    bin: 'gemini',
    prepare: ({ home }) =>
      write(join(home, '.gemini', 'settings.json'), {
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      }),
    env: ({ model }) => ({
      GEMINI_API_KEY: 'x',
      GOOGLE_GEMINI_BASE_URL: model.url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      NO_BROWSER: '1',
    }),
    args: (prompt, { goOn }) => [
      '-m',
      'gemini-2.5-flash',
      '--approval-mode',
      'yolo',
      ...(goOn ? ['--resume', 'latest'] : []),
      '-p',
      prompt,
    ],
    compact: {
      byLength: true,
      summary: '<state_snapshot>short</state_snapshot>',
      prepare({ home }) {
        const path = join(home, '.gemini', 'settings.json')
        const settings = JSON.parse(readFileSync(path, 'utf8'))
        write(path, { ...settings, model: { ...settings.model, compressionThreshold: 0.002 } })
      },
    },
    tool: { tool: 'mcp_memdir_remember' },
    isMain: hasTools,
  },
  {
    name: 'qwen',
    bin: 'qwen',
    prepare: ({ home }) =>
      write(join(home, '.qwen', 'settings.json'), {
        security: { auth: { selectedType: 'openai' } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      }),
    env: ({ model }) => ({
      OPENAI_API_KEY: 'x',
      OPENAI_BASE_URL: `${model.url}/v1`,
      OPENAI_MODEL: 'fake-model',
      NO_BROWSER: '1',
    }),
    args: (prompt, { goOn }) => ['--approval-mode', 'yolo', ...(goOn ? ['--continue'] : []), '-p', prompt],
    tool: { tool: 'mcp__memdir__remember' },
    /** Without a window it shows nothing that hooks say; that the server did not start, it says itself. */
    tells: 'client',
    /** Its own recall and its extraction of memories after a turn have tools, too. */
    isMain: (request) =>
      hasTools(request) &&
      !request.raw.includes('Managed memory has TWO directories') &&
      !request.raw.includes('You are selecting memories'),
    /** It recalls by itself what is in its own directory, in a part of its own. What is counted is ours. */
    ours: (raw) => raw.replace(/## Relevant memory(?:[^"\\]|\\.)*/g, ''),
    /** Without an own directory that it can read it does not start. */
    needsItsMemory: true,
  },
  {
    name: 'opencode',
    bin: 'opencode',
    prepare({ home, model }) {
      const config = join(home, '.config', 'opencode')
      installedBefore(config)
      write(join(config, 'opencode.json'), {
        model: 'fake/fake-model',
        small_model: 'fake/fake-model',
        autoupdate: false,
        share: 'disabled',
        provider: {
          fake: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${model.url}/v1`, apiKey: 'x' },
            models: { 'fake-model': { tool_call: true, limit: { context: 100_000, output: 4_000 } } },
          },
        },
      })
    },
    env: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    }),
    args: (prompt, { goOn }) => ['run', ...(goOn ? ['--continue'] : []), prompt],
    compact: { byTokens: 99_000 },
    tool: { tool: 'memdir_remember' },
    isMain: hasTools,
  },
]
