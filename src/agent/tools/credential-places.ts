// Where programs keep what lets somebody in: by name, so that nothing has to be opened to know it. Precision before
// completeness: a question that is mostly needless is soon answered without being read.

/** Names, or ends of paths, in lower case; `*` matches anything within one name. What is below counts too. */
export const CREDENTIAL_NAMES: readonly string[] = [
  // Keys of people and machines.
  '.ssh',
  '.gnupg',
  '.password-store',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ecdsa_sk',
  'id_ed25519',
  'id_ed25519_sk',
  'ssh_host_*_key',
  '*.kdbx',
  '*.ppk',
  '*.p12',
  '*.pfx',
  '*.jks',
  '*.keystore',
  'etc/shadow',
  'etc/gshadow',
  // Clouds, registries, databases.
  '.netrc',
  '_netrc',
  '.pypirc',
  '.pgpass',
  '.my.cnf',
  '.vault-token',
  '.git-credentials',
  '.config/git/credentials',
  '.config/gh',
  '.config/hub',
  '.config/gcloud',
  '.config/op',
  '.aws/credentials',
  '.aws/sso',
  '.aws/cli',
  '.azure',
  '.kube/config',
  '.docker/config.json',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.terraform.d/credentials.tfrc.json',
  // Browsers and keyrings.
  '.mozilla',
  '.config/google-chrome',
  '.config/chromium',
  '.config/bravesoftware',
  '.config/microsoft-edge',
  '.local/share/keyrings',
  '.local/share/kwalletd',
  'library/keychains',
  'library/cookies',
  'library/application support/google/chrome',
  'library/application support/firefox',
  // Other agents.
  '.credentials.json',
  '.claude.json',
  '.codex/auth.json',
  '.gemini/oauth_creds.json',
  '.gemini/mcp-oauth-tokens.json',
  'opencode/auth.json',
  'opencode/mcp-auth.json',
  '.config/github-copilot',
]

/** Names that also have a harmless use: what the file says decides. */
export const CREDENTIAL_CONTENTS: readonly { name: string; contains: RegExp }[] = [
  { name: '*.pem', contains: /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/ },
  { name: '*.key', contains: /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----|^[A-Za-z0-9+/_=-]{32,}\s*$/ },
  { name: '.npmrc', contains: /_auth(?:token)?\s*=|_password\s*=/i },
]

/** memdir's own, in its config home. */
export const OWN_CREDENTIALS: readonly string[] = ['trust.json', 'team.json', 'mcp-http.json', 'export.key']

/** Variables that move one of these elsewhere, and the part below where the variable names a directory. */
export const CREDENTIAL_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  AWS_SHARED_CREDENTIALS_FILE: [''],
  KUBECONFIG: [''],
  NETRC: [''],
  NPM_CONFIG_USERCONFIG: [''],
  GNUPGHOME: [''],
  PASSWORD_STORE_DIR: [''],
  CLOUDSDK_CONFIG: [''],
  GH_CONFIG_DIR: [''],
  AZURE_CONFIG_DIR: [''],
  DOCKER_CONFIG: ['config.json'],
  CARGO_HOME: ['credentials', 'credentials.toml'],
  CODEX_HOME: ['auth.json'],
  XDG_CONFIG_HOME: ['gh', 'gcloud', 'git/credentials', 'github-copilot', 'google-chrome', 'chromium'],
  XDG_DATA_HOME: ['keyrings'],
}
