// The places where memories are: the one list. A place is a directory of memories with its state, what it is called, and
// who may write there. A new kind of place is one entry of `KINDS`.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { placeOf as checkoutOf, sharedMemories } from '../base/agents/own-memory.ts'
import { type Message, message } from '../base/messages/message.ts'
import type { HeldReason } from '../base/messages/origin.ts'
import { placesTexts } from '../base/messages/places.ts'
import type { Location } from '../base/projects/memory-location.ts'
import { projectName } from '../base/projects/slug.ts'
import type { Environment } from '../base/settings/environment.ts'
import type { Settings } from '../base/settings/settings.ts'
import { type AgentText, NO_TEXT, own } from '../base/text/agent-text.ts'
import { inertFact } from '../base/text/inert-text.ts'
import { LOGS } from './daily-log.ts'
import { holdsMemories } from './scan-files.ts'

export interface Place {
  readonly kind: PlaceKind
  readonly directory: string
  readonly state: string
  /** Beside the one that is worked on: its memories are named by their full path. */
  readonly isBeside: boolean
  /** The agent whose it is, and what people call that. */
  readonly agent?: string
  readonly title?: string
}

export type PlaceKind = 'project' | 'logs' | 'everywhere' | 'kept' | 'agent' | 'episodes'

/** How a result for programs says where a memory is. */
interface PlaceMark {
  readonly everywhere?: true
  readonly kept_by?: string
  readonly episode?: true
}

/** Of what is worked on: what decides which places there are. */
export interface Around {
  readonly home: string
  readonly env: Environment
  readonly settings: Settings
  readonly location: Location
  readonly place: Place
}

export interface WhichPlaces {
  /** Also those that the person switched off here: they are asked for by name. */
  readonly evenOff?: boolean
  /** Also those where nothing is yet. */
  readonly evenEmpty?: boolean
}

type Found = Omit<Place, 'kind' | 'isBeside'>

interface PlaceWords {
  /** To an agent; what leads its index at the beginning of a conversation. */
  readonly told: AgentText
  readonly introduced: AgentText
  /** To a person. */
  readonly called: Message | undefined
  /** In a result for programs. */
  readonly mark: PlaceMark
}

interface Kind {
  /** Who may write there. `person`: what others add waits for the person, for the reason `held`. */
  readonly writers: 'all' | 'person' | 'nobody'
  readonly held?: HeldReason
  /** Single entries of files, with search data of their own: they fill what memories leave. */
  readonly entries?: true
  /** Those that are used beside the place that is worked on. */
  find?(around: Around, which: WhichPlaces): readonly Found[]
  /** For work in this place itself: where it is, from a project. */
  locate?(project: Location): Location
  /** Of a memory there: what an agent and a person are told, and how a result for programs marks it. */
  told?(place: Found): AgentText
  /** What leads its index at the beginning of a conversation. */
  introduced?(place: Found): AgentText
  called?(place: Found): Message
  mark?(place: Found): PlaceMark
}

const KINDS: Readonly<Record<PlaceKind, Kind>> = {
  project: { writers: 'all', locate: (project) => project },
  logs: {
    writers: 'all',
    entries: true,
    find: ({ location: { memory: directory, state }, settings }) =>
      settings.get('dailyLog.enabled') && holdsMemories(join(directory, LOGS)) ? [{ directory, state }] : [],
  },
  /** The person's own, in all projects. */
  everywhere: {
    ...{ writers: 'person', held: 'everywhere' },
    find: ({ location, settings, place }, { evenOff = false }) => {
      const { memory: directory, state } = locateEverywhere(location)
      const isUsed = evenOff || settings.get('everywhere.enabled')
      return isUsed && place.kind === 'project' ? [{ directory, state }] : []
    },
    locate: locateEverywhere,
    told: () => own`holds in all projects of the user`,
    introduced: ({ directory }) =>
      own`The user has memories that hold in all their projects, in \`${inertFact(directory)}\`. Their index follows; where this project's own memory says otherwise, that counts here. Do not change these files: propose a memory for all projects with \`remember\` and \`everywhere: true\`, and the user confirms it.`,
    called: () => message(placesTexts.everywhere),
    mark: () => ({ everywhere: true }),
  },
  /** What agents keep of the project in directories of their own: read, searched and marked, never written. */
  kept: {
    writers: 'nobody',
    find: ({ home, env, location, place }) =>
      place.kind === 'project'
        ? sharedMemories(home, checkoutOf(location.identity), env)
            // One that is told to use the project's directory does not use its own any more.
            .filter(
              ({ directory, moved }) =>
                ![directory, moved].includes(location.memory) && holdsMemories(directory),
            )
            .map(({ directory, ...whose }) => ({
              ...{ directory, state: stateOf(location.projects, directory) },
              ...{ agent: whose.agent, title: whose.title },
            }))
        : [],
    told: ({ title = '' }) => own`kept by ${inertFact(title)} in its own directory`,
    called: ({ title = '' }) => message(placesTexts.kept, { title }),
    mark: ({ title = '' }) => ({ kept_by: title }),
  },
  /** What a named agent remembers: found where a message mentions it. */
  agent: { writers: 'all' },
  /** What the person said in earlier conversations. */
  episodes: {
    writers: 'nobody',
    entries: true,
    find: ({ location: { state }, settings }) => {
      return settings.get('episodes.enabled') ? [episodesPlace(state)] : []
    },
    mark: () => ({ episode: true }),
  },
}

const rowOf = ({ kind }: Pick<Place, 'kind'>): Kind => KINDS[kind]

/** One that is worked on like a project's memories, and where that is. */
export function locatePlace(kind: PlaceKind, project: Location): { place: Place; location: Location } {
  const location = KINDS[kind].locate?.(project) ?? project
  const { memory: directory, state } = location
  return { location, place: { kind, directory, state, isBeside: false } }
}

/** The one that is worked on, and all that are used beside it. */
export function placesOf(around: Around): Place[] {
  return placesWith(around, () => true)
}

/** Of these, those whose memories have records, history and use of their own. */
export function storesOf(around: Around, which?: WhichPlaces): Place[] {
  return placesWith(around, ({ writers, entries }) => writers !== 'nobody' && !entries, which)
}

/** Of these, those of single entries. */
export function entriesOf(around: Around): Place[] {
  return placesWith(around, ({ entries = false }) => entries).slice(1)
}

function placesWith(around: Around, isWanted: (row: Kind) => boolean, which: WhichPlaces = {}): Place[] {
  const beside = (Object.entries(KINDS) as [PlaceKind, Kind][]).flatMap(([kind, row]) => {
    const found = isWanted(row) ? (row.find?.(around, which) ?? []) : []
    return found
      .filter(({ directory }) => which.evenEmpty || existsSync(directory))
      .map((one): Place => ({ ...one, kind, isBeside: !row.entries }))
  })
  return [around.place, ...beside]
}

/** Those where what others add waits for the person; also where nothing is yet. */
export function personsPlaces(around: Around): Place[] {
  return storesOf(around, { evenEmpty: true })
    .slice(1)
    .filter((place) => heldFrom(place) !== undefined)
}

/** Why what this one adds there waits for the person. */
export function heldFrom(place: Place): HeldReason | undefined {
  return rowOf(place).held
}

/** The options of a command that works on it, in place of a project's memories. */
export function optionsOf(kind: PlaceKind): string[] {
  return kind === 'project' ? [] : [`--${kind}`]
}

/** The same for what waits there, by the reason why it does. */
export function optionsHolding(reason: HeldReason): string[] {
  const [kind] = (Object.entries(KINDS) as [PlaceKind, Kind][]).find(([, { held }]) => held === reason) ?? []
  return kind === undefined ? [] : optionsOf(kind)
}

export function agentPlace(projects: string, directory: string): Place {
  return { kind: 'agent', directory, state: stateOf(projects, directory), isBeside: true }
}

export function holdsEntries(place: Place): boolean {
  return rowOf(place).entries ?? false
}

export function isOnlyRead(place: Place): boolean {
  return rowOf(place).writers === 'nobody'
}

/** Where its search data is. */
export function cacheOf(place: Place): string {
  const cache = join(place.state, 'cache')
  return holdsEntries(place) ? join(cache, place.kind) : cache
}

/** How a memory there is named where it is worked on. */
export function nameIn(place: Place, file: string): string {
  return place.isBeside ? join(place.directory, file) : file
}

/** What is said of a memory there, seen from the place that is worked on. */
export function wordsOf(place: Place): PlaceWords {
  const row: Partial<Kind> = place.isBeside || holdsEntries(place) ? KINDS[place.kind] : {}
  return {
    told: row.told?.(place) ?? NO_TEXT,
    introduced: row.introduced?.(place) ?? NO_TEXT,
    called: row.called?.(place),
    mark: row.mark?.(place) ?? {},
  }
}

/** The state of a directory that is not below one of memdir's own. */
function stateOf(projects: string, directory: string): string {
  return join(projects, projectName(directory), 'state')
}

/** A file per conversation; disposable, as all search data. */
export function episodesPlace(state: string): Place {
  return { kind: 'episodes', directory: join(state, 'cache', 'episodes', 'turns'), state, isBeside: false }
}

/** Next to the projects, with a state of its own: no project's git, log of conversations or history is touched. */
function locateEverywhere({ projects, identity, registryDamaged }: Location): Location {
  const place = join(dirname(projects), 'everywhere')
  return {
    // Not spread: other projects that may be this one would be looked for.
    identity: { root: identity.root, git: undefined, name: 'everywhere', by: 'path', offers: [] },
    entry: undefined,
    ...{ memory: join(place, 'memory'), state: join(place, 'state'), sessions: join(place, 'sessions') },
    projects,
    decidedBy: 'everywhere',
    registryDamaged,
  }
}
