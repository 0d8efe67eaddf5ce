// How a server entry of ours is known, and what an entry for a server with an address has instead of a command.

/** One that starts memdir, whichever installation of it. */
export function isOurCommand(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false
  const { command, args } = entry as { command?: unknown; args?: unknown }
  const words = [command, args].flat().filter((word) => typeof word === 'string')
  return words.at(-1) === 'mcp' && words.some((word) => /(?:^|[\\/])memdir(?:\.js|\.cmd|-hook)?$/.test(word))
}

export const REMOTE_KEYS = [
  'url',
  'httpUrl',
  'serverUrl',
  'headers',
  'http_headers',
  'env_http_headers',
  'bearer_token',
  'bearer_token_env_var',
] as const
