// Configuration files as people have them, in odd forms: each is given to `init`, `init` again, a write of the agent
// itself, `--undo` and `uninstall` (test/agents/odd-files.test.ts in process, npm run test:clients with the real agents).
// `refused`: nothing is changed, and the lines to add by hand are shown.

/** A hook of the person's own, and one in a group where memdir's is put as well. */
const OWN_HOOK = '{ "type": "command", "command": "true" }'

const BIG = '12345678901234567890123'

const JSON_FORMS = {
  plain: '{\n  "a": 1\n}\n',
  'an empty object': '{}\n',
  'an empty object on two lines': '{\n}\n',
  'an empty file': '',
  'nothing but a line end': '\n',
  'four spaces': '{\n    "a": {\n        "b": [1, 2]\n    }\n}\n',
  tabs: '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n',
  'Windows line ends': '{\r\n  "a": 1,\r\n  "b": {\r\n    "c": 2\r\n  }\r\n}\r\n',
  'a mark at its start': '\ufeff{\n  "a": 1\n}\n',
  'no line end at its end': '{\n  "a": 1\n}',
  'one line': '{"a":1,"b":{"c":[]}}',
  'one line with spaces': '{ "a": 1, "b": { "c": [] } }\n',
  'huge numbers': `{\n  "a": ${BIG},\n  "b": 1e400,\n  "c": 0.1000\n}\n`,
  'duplicate keys': '{\n  "a": 1,\n  "a": 2\n}\n',
  'escaped keys': '{\n  "\\u0061\\/b": "\\ud83d\\ude00",\n  "__proto__": {}\n}\n',
  'strange white space': '{ "a"\n:\n1   ,\n\n\n  "b" : 2 }\n\n\n',
  comments:
    '// mine\n{\n  /* one */ "a": 1, // why\n  // the last\n  "b": 2 // end\n  // tail\n}\n// after\n',
  'a trailing comma': '{\n  "a": 1,\n  "b": [1, 2,],\n}\n',
  'nothing but a comment': '{\n  // nothing yet\n}\n',
}

/** With something where memdir's own part belongs. `at`: the group of servers; `hooks`: where the agent has them. */
function jsonNeighbours({
  at,
  hooks,
  entry = '"command": "true"',
  more = '"args": ["-y"], "env": { "A": "1" }',
}) {
  const server = (name, rest = '') => `"${name}": { ${entry}${rest} }`
  return {
    'another server': `{\n  "${at}": {\n    ${server('x')}\n  }\n}\n`,
    'another server on one line': `{ "${at}": { ${server('x')} } }\n`,
    'an empty group of servers': `{\n  "${at}": {}\n}\n`,
    'a server of that name by somebody else': `{\n  "${at}": {\n    // mine\n    ${server('memdir', `, ${more}`)},\n    ${server('x')}\n  }\n}\n`,
    'duplicate groups of servers': `{\n  "${at}": {\n    ${server('gone')}\n  },\n  "${at}": {\n    ${server('x')}\n  }\n}\n`,
    ...(hooks && {
      'hooks of the person': `{\n  "hooks": {\n    "${hooks}": [\n      { "hooks": [${OWN_HOOK}] } // keep\n    ]\n  }\n}\n`,
      'an empty list of hooks': `{\n  "hooks": { "${hooks}": [] }\n}\n`,
    }),
  }
}

export const TOML_FORMS = {
  plain: 'model = "gpt-5"\n\n[tui]\nnotifications = true\n',
  'an empty file': '',
  'no line end at its end': 'model = "gpt-5"',
  'Windows line ends': 'model = "gpt-5"\r\n\r\n[tui]\r\nnotifications = true\r\n',
  'mixed line ends': 'model = "gpt-5"\r\n[tui]\nnotifications = true\r\n',
  'a mark at its start': '\ufeffmodel = "gpt-5"\n',
  comments:
    '# mine\nmodel = "gpt-5" # why\n\n[tui] # the screen\n# before\nnotifications = true # after\n# tail\n',
  'empty lines at its end': 'model = "gpt-5"\n\n\n\n',
  'tabs and strange white space': '\tmodel   =\t"gpt-5"\n\n\n[ tui ]\n\tnotifications=true\n',
  'another server': '[mcp_servers.x]\ncommand = "true"\n\n[tui]\nnotifications = true\n',
  'a table of servers': '[mcp_servers]\n\n[mcp_servers.x]\ncommand = "true"\n',
  'servers as values of a table': '[mcp_servers]\nx = { command = "true" }\n',
  'dotted keys of another server': 'mcp_servers.x.command = "true"\nmodel = "gpt-5"\n',
  'quoted keys':
    '["mcp_servers"."x"]\n"command" = \'true\'\n["projects"."/a b/\u00e9"]\ntrust_level = "trusted"\n',
  'text that looks like a table': 'developer_instructions = """\n[mcp_servers.memdir]\ncommand = "no"\n"""\n',
  'huge numbers': 'model_context_window = 9_223_372_036_854_775_807\n',
  'a server of that name by somebody else':
    '[mcp_servers.memdir] # mine\n# how\ncommand = "npx" # c\nargs = [\n  "-y", # yes\n  "memdir",\n]\nstartup_timeout_sec = 30.5\n\n[mcp_servers.memdir.env]\nA = "1"\n\n[tui]\nnotifications = true\n',
  'a server of that name as a value':
    '[mcp_servers]\nmemdir = { command = "npx", args = ["memdir"] } # mine\nx = { command = "true" }\n',
  'a server of that name with an address':
    '[mcp_servers.memdir]\nurl = "http://127.0.0.1:1/mcp" # mine\nbearer_token_env_var = "T"\n\n[mcp_servers.memdir.http_headers]\nA = "b"\n\n[tui]\nnotifications = true\n',
  'tables that Codex put into a marked part':
    'model = "gpt-5"\n\n# memdir: begin\n[mcp_servers.memdir]\ncommand = "node"\nargs = ["/old/memdir.js", "mcp"]\n\n[projects."/x"]\ntrust_level = "trusted"\n# memdir: end\n',
}

export const TOML_REFUSED = {
  'an inline table of servers': 'mcp_servers = { x = { command = "true" } }\n',
  'dotted keys of a server of that name': 'mcp_servers.memdir.command = "npx"\n',
  'dotted keys in a table of servers': '[mcp_servers]\nmemdir.command = "npx"\n',
  'broken TOML': 'model = "gpt-5\n[tui\n',
  'a duplicate key': 'model = "a"\nmodel = "b"\n',
}

/** What besides plain JSON a text needs its reader to accept. */
function needs(text) {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '""')
  return [
    ...(text.startsWith('\ufeff') ? ['mark'] : []),
    ...(/\/[/*]/.test(bare) ? ['comments'] : []),
    ...(/,\s*[}\]]/.test(bare) ? ['commas'] : []),
  ]
}

/** For an agent whose servers are at `at` and that accepts these: the forms that it reads, or those that it does not. */
export function jsonForms({ accepts, refused = false, ...where }) {
  const forms = Object.entries({ ...JSON_FORMS, ...jsonNeighbours(where) })
  const isRead = (text) => needs(text).every((one) => accepts.includes(one))
  return Object.fromEntries(forms.filter(([, text]) => isRead(text) !== refused))
}

export const jsonRefused = (at) => ({
  'broken JSON': '{ "a": 1',
  'a list': '[]\n',
  'a text where the servers belong': `{ "${at}": "none" }\n`,
})
