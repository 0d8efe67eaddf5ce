// The promised behaviours, page by page, as data. An implemented one names the test that verifies it; one that is
// not built yet is open. `test/requirements.test.ts` fails when a named test does not exist.

export interface Requirement {
  id: string
  /** What is promised. */
  says: string
  /** `file :: part of the test's title`; several where it takes several. */
  verifiedBy?: string[]
}

const L = 'src/memory/memory-location.test.ts'
const I = 'src/memory/project-identity.test.ts'
const F = 'src/memory/frontmatter.test.ts'
const M = 'src/memory/memory-file.test.ts'
const X = 'src/memory/plan-index.test.ts'
const W = 'src/memory/writer.test.ts'
const T = 'src/memory/write-target.test.ts'
const P = 'src/memory/memory-path.test.ts'
const H = 'src/memory/history.test.ts'
const D = 'src/memory/doctor.test.ts'
const R = 'src/memory/rules.test.ts'
const S = 'src/settings/settings.test.ts'
const E = 'src/recall/envelope.test.ts'
const V = 'src/recall/verify.test.ts'
const Z = 'src/recall/select-memories.test.ts'
const RR = 'src/records/records.test.ts'
const RI = 'src/records/import-export.test.ts'
const RT = 'src/records/retention.test.ts'
const RM = 'src/records/plan-merge.test.ts'
const RC = 'test/cli/records.test.ts'
const RA = 'test/cli/merge.test.ts'

const done = (id: string, says: string, ...verifiedBy: string[]): Requirement => ({ id, says, verifiedBy })
const open = (id: string, says: string): Requirement => ({ id, says })

export const REQUIREMENTS: Requirement[] = [
  // 01 memory files
  done(
    '01.default',
    'the default directory is below the config home, named by slug and hash',
    `${L} :: is below the config home by default`,
  ),
  done(
    '01.order',
    'override, then setting, then default',
    `${L} :: follows the setting over the default and the override over the setting`,
  ),
  done(
    '01.project-may-not',
    'the committed settings file may not set the directory',
    `${S} :: does not let anything that writes, runs, spends or speaks be allowed`,
  ),
  done(
    '01.refusals',
    'a refused directory is told with its reason',
    `${L} :: says which source is refused and what to do`,
  ),
  done(
    '01.slug',
    'everything but letters and digits becomes a dash; long slugs are cut; paths never share',
    `${L} :: turn everything but letters and digits into a dash`,
    `${L} :: fit into a file name however long the path is`,
    `${L} :: differ for paths that look the same as a slug`,
  ),
  done(
    '01.worktrees',
    'all worktrees share one memory',
    `${I} :: is shared by its root, its subdirectories and its worktrees`,
  ),
  done(
    '01.round-trip',
    'files survive a round trip byte for byte',
    `${F} :: any text at all joins to itself`,
    `${F} :: changes the lines of one field and no other byte`,
  ),
  done(
    '01.unknown-fields',
    'unknown fields, nested metadata and links are kept',
    `${M} :: nested metadata, unknown fields and links`,
  ),
  done(
    '01.broken',
    'broken or missing frontmatter is still a memory, never rewritten',
    `${M} :: a file without or with broken frontmatter is still a memory`,
    `${F} :: refuses to touch broken frontmatter`,
  ),
  done(
    '01.types',
    'both the four types and the eight kinds are understood',
    `test/cli/memories.test.ts :: keeps what was given and makes the rest`,
  ),
  done(
    '01.index-form',
    'one pointer line of at most about 150 characters',
    `${X} :: any name, description and allowed file is read back`,
  ),
  done(
    '01.index-limits',
    'cut at 200 lines, then 25,000 bytes, never inside a character, with a warning',
    `${X} :: cuts at 200 lines, at 25,000 bytes, or both, and says which`,
    `${X} :: never cuts inside a character`,
  ),
  done(
    '01.index-in-step',
    'writing keeps the index in step and changes no other line',
    `${X} :: adds, changes and removes its own line and no other`,
  ),
  done(
    '01.index-overflow',
    'corrections and the newest stay; the rest is counted',
    `${X} :: an overflowing index keeps corrections, what matters and the newest, and counts the rest`,
  ),
  done(
    '01.doctor',
    'missing, dead and double pointers and long lines are repaired',
    `${D} :: misses a pointer, points to nothing, points twice`,
    `${D} :: shortens an over-long pointer`,
  ),
  done(
    '01.rules',
    'the rules say all that an agent needs, in about 3,000 tokens',
    `${R} :: is about 3,000 tokens`,
  ),
  done(
    '01.rules-variants',
    'without index, daily log, team, agent scopes, extra guidelines',
    `${R} :: leaves out the pointer step`,
    `${R} :: in daily-log mode only appends`,
    `${R} :: with a team explains both directories`,
    `${R} :: tells an agent the scope of its own memory`,
    `${R} :: ends with the extra guidelines`,
  ),
  done(
    '01.inside',
    'nothing is ever written outside the memory directory',
    `${T} :: whatever path is given, nothing is written outside`,
    `${P} :: inside is judged by segments`,
    `${T} :: a directory that is swapped for a link again and again`,
  ),
  done(
    '01.atomic',
    'a crash leaves the old file or the new one; a fault changes nothing',
    `${W} :: every code at every call of an edit`,
    'test/torture.test.ts :: killed in the middle of changes',
  ),
  done(
    '01.two-writers',
    'two processes may write at once and no write is lost',
    'test/torture.test.ts :: eight processes write together',
    'test/torture.test.ts :: eight processes share a lock',
  ),
  open('01.daily-log', 'daily-log mode is run end to end'),
  // identity and history
  done('id.moved', 'a moved repository finds its memory', `${I} :: finds its memory after a move`),
  done('id.cloned', 'another clone finds it', `${I} :: finds its memory in another clone`),
  done(
    'id.never-guessed',
    'between two candidates nothing is guessed',
    `${I} :: never guesses between two candidates`,
  ),
  done(
    'id.wall',
    'one project never sees another’s memory',
    `${I} :: keeps apart what only looks alike`,
    `${I} :: cannot claim the memory of a repository by naming it as its own`,
  ),
  done(
    'history.log',
    'every change is journaled with content, time, actor and conversation',
    `${H} :: tells time, actor, conversation, and the content before and after`,
  ),
  done(
    'history.undo',
    'one change, since a time, by source; an undo can be undone',
    `${H} :: takes back an add, an edit and a removal`,
    `${H} :: takes back everything of a conversation and nothing else`,
    `${H} :: can itself be undone, again and again`,
    `${RR} :: is undone and redone together with what it did to the other`,
  ),
  done('history.purge', 'purge leaves no trace', `${H} :: leaves no trace anywhere below the home`),
  done('history.retention', 'the journal has a retention', `${H} :: drops months that are older than it`),
  // 02 records
  done('02.fields', 'all fields of a record are read and written', `${M} :: what is rendered is read back`),
  done(
    '02.retention',
    'kind and importance set the expiry',
    `${RT} :: never lets a record live longer`,
    `${RT} :: can be set for every kind and rule`,
    `${RR} :: gives extracted records defaults, a boost and an end`,
  ),
  done(
    '02.merge',
    'merge before add; nothing said is lost; a contradiction resolves to the newer',
    `${RR} :: merges what says the same instead of storing it twice`,
    `${RM} :: loses no statement`,
    `${RM} :: is idempotent`,
    `${RR} :: resolves a contradiction to the newer statement`,
    `${RA} :: is merged into it before it is added, and both are told`,
    `${RR} :: lets it live again when it is removed`,
    `${RR} :: lets it live again also where it was changed in between`,
    'src/memory/doctor.test.ts :: finds what is hidden for a memory that does not exist',
    'src/memory/doctor.test.ts :: finds memories that hide each other',
    'src/records/find-contradiction.test.ts :: keeps "%s" beside',
    'src/records/find-contradiction.test.ts :: takes back "%s" by',
    `${RA} :: takes back what it contradicts`,
    `${RA} :: is merged by the tools of agents too`,
    `${RA} :: is merged by the detached worker when the model was not there yet`,
  ),
  done(
    '02.same',
    'only what carries no meaning may differ between two texts that are merged; the newer of two wordings stays',
    'src/records/says-same.test.ts :: are kept apart, however near',
    'src/records/says-same.test.ts :: say the same',
    `${RM} :: takes the text that says more, of equals the newer`,
    `${RM} :: are two: "%s" and`,
  ),
  done(
    '02.person',
    'what the person said is amended, replaced and taken back by the person alone',
    'src/records/add-record.test.ts :: rewrite or take back what the person said',
    `${RM} :: never lets what others say amend what the person said`,
  ),
  done(
    '02.names',
    'generated names end with their sentence and follow the text',
    'src/memory/describe.test.ts :: ends where its sentence ends',
    'test/cli/edit.test.ts :: makes a name and a description anew',
    `${RM} :: makes a name and a description anew`,
  ),
  done(
    '02.superseded-shown',
    'what was superseded is marked wherever memories are listed, and statistics keep to the order of the list',
    `${RA} :: takes back what it contradicts`,
    'test/cli/chat.test.ts :: /memory tells what was superseded',
    `${RR} :: names the newest and the oldest of one second`,
  ),
  done(
    '02.separate',
    'a memory can be kept apart from one that says the same, for good',
    `${RA} :: stays apart where that is asked for`,
  ),
  done(
    '02.usage-together',
    'processes that count uses at once lose none',
    `${RA} :: two processes that count uses at once lose none`,
  ),
  done(
    '02.snapshot',
    'lists of large directories come from a snapshot that never gives an old answer',
    'src/memory/memory-snapshot.test.ts :: is really used, and never in place of a file that changed',
    'src/memory/memory-snapshot.test.ts :: is as if it were not there, and is made again',
  ),
  done(
    '02.filter',
    'extracted records are filtered by confidence and importance',
    `${RR} :: filters what was extracted`,
  ),
  done(
    '02.forget',
    'expiry, audit period, clean-up on demand and by itself',
    `${RR} :: removes what expired longer ago than the audit period`,
    `${RR} :: runs by itself at most once in 24 hours`,
    `${RT} :: goes from live to expired to due`,
  ),
  done(
    '02.explain',
    'explain names the source of every memory',
    `${RR} :: names the source of every memory`,
    `${RR} :: tells former versions, use and why it was recalled`,
  ),
  done(
    '02.import-export',
    'lossless JSON, Markdown, neighbours’ formats',
    `${RI} :: give back the same files, byte for byte`,
    `${RI} :: are all or nothing`,
    `${RI} :: Claude Code keeps names`,
    `${RI} :: Codex takes one memory a thread`,
    `${RI} :: the MCP memory server`,
    `${RI} :: mem0 keeps times`,
    `${RI} :: claude-mem reads its database`,
    `${RI} :: ChatGPT reads the copied list`,
    `${RI} :: any other text is refused with the formats that are known`,
  ),
  done(
    '02.quarantine',
    'what is not to be trusted waits until the user confirms it',
    `${RR} :: holds what came only from tools or the web`,
    `${RR} :: holds imports with instructions`,
    `${RC} :: quarantine lists, shows the evidence`,
  ),
  done(
    '02.memory-tool',
    'the memory tool with ten actions',
    'src/records/memory-tool.test.ts :: has a schema with ten actions',
    'src/records/memory-tool.test.ts :: adds, lists, finds, updates',
    `${RC} :: memory --action does what the tool does`,
  ),
  done(
    '02.inject',
    'injection by budget',
    'src/records/inject.test.ts :: is one system message at the front',
    'src/records/inject.test.ts :: keeps to the share of the budget',
  ),
  open('02.served-backends', 'LanceDB, Chroma, Pinecone, PostgreSQL'),
  // 03 recall
  done(
    '03.gate',
    'skips one word, switches, 60,000 bytes',
    `${Z} :: one word is not enough, in English or Chinese`,
    `${Z} :: switches and the conversation`,
  ),
  done(
    '03.filter',
    'what was shown or read is not attached again',
    `${Z} :: what was shown or read is left out`,
  ),
  done('03.five', 'at most five', `${Z} :: at most five, in order`),
  done(
    '03.third',
    'at most a third from one conversation',
    `${Z} :: at most one of five comes from one conversation`,
  ),
  done(
    '03.selector',
    'the model selector: schema, invented names dropped, failure falls back',
    `${Z} :: invented names are dropped`,
    `${Z} :: an empty list is an answer`,
    `${Z} :: the request asks for at most 256 tokens`,
  ),
  done(
    '03.cut',
    'each file cut at 200 lines or 4,096 bytes with a note',
    `${E} :: a long memory is cut at 200 lines or 4,096 bytes`,
  ),
  done(
    '03.age',
    'the header tells the age in days',
    `${E} :: an older memory is led by a warning`,
    `${E} :: a memory saved today or yesterday says so`,
  ),
  done(
    '03.verify',
    'names are checked against the working tree',
    `${V} :: says what exists and what is gone`,
  ),
  done(
    '03.envelope',
    'content cannot leave the envelope',
    `${E} :: whatever a memory holds, each of its lines is quoted`,
    `${E} :: however it is mixed, nothing that a parser could read is left`,
    `${E} :: hostile lengths take no longer than others`,
    'src/lib/unicode.test.ts :: selectors carry no hidden message',
  ),
  done(
    '03.mention',
    'a mention of an agent switches recall to that agent’s memory; several to all; without memory to auto memory',
    'test/agents/mentions.test.ts :: is given that agent’s memories instead of the project’s',
    'test/agents/mentions.test.ts :: several mentions: the memories of all',
    'test/agents/mentions.test.ts :: shows each once per conversation',
    'test/agents/mentions.test.ts :: follows no link out of the project',
    'src/recall/agent-mentions.test.ts :: are not looked for themselves',
    'src/agent-memory/agent-memory-directory.test.ts :: is one directory per scope',
  ),
  // 13 settings
  done(
    '13.order',
    'files in their order, environment, flags, policy',
    `${S} :: lets each later layer win over the one before`,
    `${S} :: puts the environment above the files and below flags and policy`,
  ),
  done(
    '13.local',
    'settings.local.json counts only if git does not track it',
    `${S} :: counts until git tracks it`,
  ),
  done(
    '13.variables',
    'every variable and its namesake',
    `${S} :: each has a namesake of Claude Code`,
    `${S} :: switches off, an explicit 0 forces on`,
  ),
  done(
    '13.config',
    'memdir config shows each value and its origin',
    `test/cli/config.test.ts :: shows each value and its origin`,
  ),
  done(
    '13.yaml',
    'memory.yaml is another spelling, compiled once',
    `${S} :: understands the snake_case names`,
    `${S} :: is compiled once`,
  ),
  // the command line
  done(
    'cli.help',
    'help with an example for every command in both languages',
    `test/cli/usage.test.ts :: has a page for every command, in both languages`,
  ),
  done(
    'cli.confirm',
    'rm asks on a terminal and takes --yes',
    `test/cli/history.test.ts :: asks on a terminal and needs --yes without one`,
  ),
  done(
    'cli.edit',
    'edit with an editor and without',
    `test/cli/edit.test.ts :: changes fields and text without an editor`,
    `test/cli/edit.test.ts :: saves what the editor saved`,
  ),
  // pages that are not built yet
  open('04.extraction', 'memories are extracted after a turn'),
  open('05.notes', 'session notes'),
  open('06.dream', 'offline consolidation'),
  open('07.agent-memory', 'named agents have their own memory'),
  open('08.team', 'team memory: protocol, server, sync'),
  done(
    '09.instructions',
    'instruction files in order, includes once and by approval, rules by path, one first message',
    'src/instructions/open-instructions.test.ts :: goes from the machine to the private, from the root down',
    'src/instructions/open-instructions.test.ts :: take all four forms, once, behind the file that asks',
    'src/instructions/open-instructions.test.ts :: that leave the project wait for approval',
    'src/instructions/open-instructions.test.ts :: loads the files of sub-directories and the rules for a path, once',
    'src/instructions/open-instructions.test.ts :: is one message, the same every time',
    'test/cli/chat.test.ts :: gives the model rules, instructions, the index and what is recalled',
  ),
  open('10.context', 'the context pipeline'),
  done(
    '11.conversation',
    'a conversation runs from end to end: parallel calls, a sub-agent, a hook that denies, a resume',
    'test/agent-conversation.test.ts :: a conversation from end to end, and its resume',
  ),
  done('11.request', 'a whole request is as it was', 'test/agent-conversation.test.ts :: the whole request'),
  done(
    '11.order',
    'reading calls run up to ten at once, others alone, results in call order',
    'src/agent/query-engine.test.ts :: reading calls run together, at most ten',
  ),
  done(
    '11.abort',
    'an abort at any point leaves a history that every provider accepts',
    'src/agent/abort.test.ts :: any abort leaves a history that the provider accepts',
    'src/agent/query-engine.test.ts :: an abort keeps the words said so far',
  ),
  done(
    '11.permission',
    'ask, accept edits, plan and deny',
    'src/agent/permission.test.ts :: a link that leads out of the project is outside',
    'src/agent/query-engine.test.ts :: the person is asked, and what they say reaches the model',
  ),
  done(
    '11.sections',
    'static, boundary, dynamic until clear, volatile by name; a custom prompt replaces',
    'src/agent/system-prompt.test.ts :: static first, then dynamic until cleared',
    'src/agent/system-prompt.test.ts :: a custom prompt replaces all but what is kept',
  ),
  done(
    '11.fork',
    'a fork shares the prefix byte for byte and the cache rewards it',
    'src/agent/fork.test.ts :: request begins with the parent',
    'src/agent/fork.test.ts :: the cache counter of a provider rewards it',
  ),
  done(
    '11.agents',
    'definitions from files, precedence, limits on tools and depth, forks, background, worktrees',
    'src/agent/agents.test.ts :: a definition with everything',
    'src/agent/agents.test.ts :: files are found, the higher source wins',
    'src/agent/agents.test.ts :: depth is limited',
    'src/agent/agents.test.ts :: without a type the conversation is forked',
    'src/agent/agents.test.ts :: a background agent is not waited for',
    'src/agent/agents.test.ts :: a worktree of its own',
  ),
  done(
    '11.transcripts',
    'logs are append-only, torn lines cost themselves, other agents’ logs are read',
    'src/transcript/session-log.test.ts :: a line torn anywhere costs that line only',
    'src/transcript/session-log.test.ts :: a conversation is resumed as it was',
    'src/transcript/foreign-session.test.ts :: what its model sees now',
    'src/transcript/foreign-session.test.ts :: messages, calls and results in order',
  ),
  done(
    '11.providers',
    'every provider passes one contract; a missing package is named',
    'src/models/models.test.ts :: a missing package is named with the exact command',
    'src/models/providers.test.ts :: main and small are set apart',
  ),
  done(
    '11.ledger',
    'every own call is counted; over a cap the no-model path takes over and the user is told once',
    'src/models/ledger.test.ts :: over a cap the answer is a value',
    'src/models/ledger.test.ts :: a metered model writes every call down',
    'src/models/ledger.test.ts :: several processes share one file',
  ),

  // In agents
  done(
    'agents.prompt',
    'a matching prompt gets its memory, an unrelated one nothing, once per conversation, again after a compaction',
    'test/agents/hook.test.ts :: gives a matching prompt its memory, and an unrelated one nothing',
    'test/agents/hook.test.ts :: shows a memory once per conversation, and again after a compaction or a clear',
    'test/agents/hook.test.ts :: leaves out what the agent has read itself, but not what a sub-agent has',
  ),
  done(
    'agents.fail-open',
    'whatever is broken or slow, a hook ends within its deadline with exit code 0',
    'test/agents/hook.test.ts :: a memory directory, a state directory or a config home that is no directory',
    'test/agents/hook.test.ts :: a client that never closes standard input: ends by its own deadline',
    'test/agents/hook.test.ts :: a provider that never answers: ends by its own deadline, without the memory',
    'test/agents/hook.test.ts :: a file call that is never answered: waits for the client’s time-out',
  ),
  done(
    'agents.budget',
    'at most 9,500 characters per hook',
    'test/agents/hook.test.ts :: stays within 9,500 characters, whole memories first',
    'test/agents/hook.test.ts :: cuts a long index at whole lines and says how much is left',
  ),
  done(
    'agents.spool',
    'the end of a turn prints nothing and is worked off after the client has gone',
    'test/agents/hook.test.ts :: prints nothing; the turn is worked off after the hook has ended',
  ),
  done(
    'agents.quiet',
    'the environment of a hook is never written down; hooks load neither a schema library nor MCP',
    'test/agents/hook.test.ts :: never writes down the environment of a hook',
    'test/agents/hook.test.ts :: loads neither a schema library nor MCP nor any SDK, and few files',
  ),
  done(
    'agents.mcp',
    'the MCP server: tools, resources, prompts, several clients, a guarded HTTP door',
    'test/agents/mcp.test.ts :: remembers with origin, recalls, updates, explains and forgets',
    'test/agents/mcp.test.ts :: serves several clients at once',
    'test/agents/mcp.test.ts :: is for those who know the token, on loopback, and for no web page',
  ),
  done(
    'agents.init',
    'init shows a diff, asks, is idempotent and can be undone; uninstall keeps the memories',
    'test/agents/init.test.ts :: shows a diff, changes nothing on a dry run, is idempotent, can be undone',
    'test/agents/init.test.ts :: claude-code --mcp-hook: in the diff, idempotent, never beside the plugin',
    'test/agents/init.test.ts :: undo removes the files that init made',
    'test/agents/init.test.ts :: undo brings back what was written meanwhile, by whom it was, and says so',
    'test/agents/init.test.ts :: uninstall says where memories stay that are not in memdir’s home',
    'test/agents/init.test.ts :: writes into files of the project what works on other machines too',
    'test/agents/init.test.ts :: takes everything out but the memories',
    'test/agents/init.test.ts :: proves write → recall for each agent that is set up',
  ),
  done(
    'agents.explain-nothing',
    'a recall of nothing is explained by what came nearest and how near it would have to come',
    'test/agents/mcp.test.ts :: remembers with origin, recalls, updates, explains and forgets',
  ),
  done(
    'settings.later',
    'a setting that nothing reads yet is marked so',
    `${S} :: is marked so, and nothing else`,
  ),
  done(
    'secrets.chinese',
    'a password with a Chinese name warns like one with an English name, once',
    'src/secrets/scan-secrets.test.ts :: warns as `password: …` does',
    'test/cli/memories.test.ts :: warns once of one likely password',
  ),
  done(
    'package.whole',
    'a package from a clean checkout is whole, and its documents lead nowhere else',
    'test/package.test.ts :: packing builds first',
    'test/package.test.ts :: links and examples in the documents',
    'test/package.test.ts :: the README names every command',
  ),
  done(
    '11.chat',
    'a conversation in a terminal and piped: permission, commands, Ctrl-C, resume; how to get a model',
    'test/cli/chat.test.ts :: answers once, in text or as one document, and keeps the conversation',
    'test/cli/chat.test.ts :: says in three lines how to get a model, a local one first',
    'test/cli/chat.test.ts :: -p runs /commands itself, tells an error once',
    'test/cli/chat.test.ts :: takes piped lines as messages and runs /commands',
    'test/cli/chat.test.ts :: resumes by id, from the command line and inside',
    'test/cli/chat.test.ts :: stops an answer at SIGINT and goes on with the next line',
    'test/cli/chat.test.ts :: asks before it changes something, stops at Ctrl-C, and leaves at the second',
    'test/cli/chat-terminal.test.ts :: /memory edit opens the editor',
    'test/cli/chat-terminal.test.ts :: asks before instructions include a file outside the project',
    'test/cli/chat-terminal.test.ts :: asks before it runs the hooks of a project',
    'test/cli/chat-terminal.test.ts :: is named with the command that installs it',
  ),
  done(
    '11.memory-tool',
    'the Memory tool: remember, search, update, forget, list through the one write path; reads together, writes in order',
    'src/clients/tools/memory-action-tool.test.ts :: remembers, finds, updates, lists and forgets',
    'src/clients/tools/memory-action-tool.test.ts :: says which calls only read',
    'src/clients/tools/memory-action-tool.test.ts :: asks nobody, writes nothing while planning',
    'test/cli/chat-tools.test.ts :: is offered with a schema, writes at once and in order',
    'test/cli/chat-tools.test.ts :: writes nothing while planning, and a hook can deny it',
  ),
  done(
    '11.skills',
    'skills of project, user and plugins: listed within a budget, loaded when called, inert',
    'src/agent/skills.test.ts :: skills are found by place',
    'src/agent/skills.test.ts :: a repository shows no files of its user',
    'src/agent/skills.test.ts :: the body is read when it is called, and nothing in it is run',
    'src/agent/skills.test.ts :: a name is looked up, never opened as a path',
    'src/agent/skills.test.ts :: the listing keeps to its budget',
    'test/cli/chat-tools.test.ts :: are listed to the model; the body comes when it calls one',
    'test/cli/chat-tools.test.ts :: are started by the person with their name',
  ),
  done(
    '11.cost',
    'what memdir’s own calls took, by purpose, project and day, and what is left of the caps',
    'test/cli/cost.test.ts :: sums up calls, tokens and money, by purpose, project or day',
    'test/cli/cost.test.ts :: tells the caps and how much is left',
    'test/cli/cost.test.ts :: lists the prices it uses, each with its source and month',
    'src/models/ledger.test.ts :: every price says where it was read and when',
  ),
  done(
    '04.sandbox-check',
    'the sandbox tells allowed or denied and why, for one call and for many',
    'test/cli/sandbox.test.ts :: allows what is proven to only read, and tells why not',
    'test/cli/sandbox.test.ts :: answers many lines in their order; a line that is nonsense is denied',
  ),
  done(
    '04.read-only-shell',
    'what is accepted as read-only changes nothing, runs nothing and shows no environment',
    'src/tools/read-only-shell/prove-read-only.test.ts :: accepts none that is unsafe and at least 95 % of the safe ones',
    'src/tools/read-only-shell/effects.test.ts :: change nothing when options are run together',
    'src/tools/read-only-shell/script-rules.test.ts :: only read and print',
    'src/tools/read-only-shell/special-place.test.ts :: are told as the kernel goes',
    'src/tools/read-only-shell/ps-rule.test.ts :: never shows the environment of a process',
  ),
  done(
    '12.hooks',
    'events, matchers, four types, exit codes, time limits, parallel, sources and trust',
    'src/hooks/hooks.test.ts :: knows every event and the four types',
    'src/hooks/hooks.test.ts :: block with exit code 2, warn with others',
    'src/hooks/hooks.test.ts :: end with their whole group when the time is over',
    'src/hooks/hooks.test.ts :: run in parallel',
    'src/hooks/hooks.test.ts :: a deny wins, then the higher source',
    'src/hooks/hooks.test.ts :: hooks of the project wait for trust',
    'test/cli/chat-tools.test.ts :: raises memory’s own events for hooks',
  ),
  // What hostile input may not do
  done(
    '90.import-origin',
    'an imported file is an import whatever it claims; an export that holds instructions needs --trust',
    `${RI} :: a file that claims to be the person’s is an import all the same`,
    `${RI} :: an export of another holds back instructions, unless it is trusted or known`,
  ),
  done(
    '90.mcp-conversation',
    'each MCP connection is a conversation; what holds instructions waits, whoever is said to have said it',
    'test/agents/mcp.test.ts :: has a conversation of its own',
    `${Z} :: what others wrote without saying in which conversation counts as one`,
  ),
  done(
    '90.secrets-shown',
    'no key from a name or description reaches recall, the tools of agents or the screen',
    'test/agents/mcp.test.ts :: shows no key from the name or description',
    'test/cli/hostile.test.ts :: that somebody wrote into a file is shown by no command',
  ),
  done(
    '90.secrets-kept',
    'no key is in an error, in the journal or in a file name',
    'test/cli/hostile.test.ts :: is in no error, in no journal and in no file name',
  ),
  done(
    '90.catalog',
    'a catalog that cannot be kept is mended, or search answers from the files',
    'src/search/catalog.test.ts :: is mended where something else stands in its place',
    'src/search/catalog.test.ts :: is answered from the files, and says why',
  ),
  done(
    '90.bounds',
    'queries, lines and bodies are bounded',
    'src/search/catalog.test.ts :: is read at its beginning and its end',
    'src/mcp/bounded-lines.test.ts :: are left out and told of when they are longer',
  ),
  done(
    '90.anew',
    "search data is made anew under the worker's lock, and taken up by those that have it open",
    'src/search/catalog.test.ts :: is taken up by those that have the old one open',
    'test/worker.test.ts :: a write starts one worker',
  ),
  done(
    '90.jobs',
    'a worker that was ended from outside is not shown as running, and doctor tells of one that failed',
    'src/search/job-log.test.ts :: what was ended from outside is not shown as running',
    'test/cli/doctor.test.ts :: tells of background work that failed',
  ),
]
