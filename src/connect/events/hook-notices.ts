// What the person should know and the model need not: shown once, with the hook's answer.
import { statSync } from 'node:fs'
import { apartMessage } from '../../base/agents/apart-message.ts'
import type { OwnMemory } from '../../base/agents/own-memory.ts'
import { markDirectory, wasMarked } from '../../base/agents/own-memory-told.ts'
import { extractionTexts } from '../../base/messages/extraction.ts'
import { listOf, type Message, message } from '../../base/messages/message.ts'
import { recallTexts } from '../../base/messages/recall.ts'
import { describeOffer, howToAnswer } from '../../base/projects/describe-offer.ts'
import { openOffers, rememberNoticed } from '../../base/projects/offers.ts'
import { redactFor } from '../../base/secrets/redact-for.ts'
import { chooseLanguage, languageSetting } from '../../base/settings/choose-language.ts'
import type { Environment } from '../../base/settings/environment.ts'
import type { AgentText } from '../../base/text/agent-text.ts'
import { inertText } from '../../base/text/inert-text.ts'
import { markTrustNoticed, trustNotices, wasNoticed } from '../../base/trust/trust-notice.ts'
import { attempt } from '../../base/values/attempt.ts'
import { describeSaved, forgetSavedNotices, readSavedNotices } from '../../learn/saved-notices.ts'
import { holdsMemories } from '../../memory/scan-files.ts'
import { markWaitingTold, waitingNews } from '../../memory/waiting-counts.ts'
import type { ClientEvent } from '../client-event.ts'
import type { Engine } from '../engine.ts'
import type { EventAnswer } from './answer-event.ts'

export interface HookNotice {
  /** Some clients show it to the model, too. */
  text: AgentText
  /** After it went out: it is not said again. */
  said(): Promise<void>
}

export function answerNotice({ settings }: Engine, env: Environment, notice: Message): HookNotice {
  const language = chooseLanguage(undefined, languageSetting(settings), env)
  return { text: inertText(notice[language]), said: async () => {} }
}

const NAMED = 3
const LONGEST_NAME = 60

/** Which memories a message was given: by name, the first of them. */
export async function attachedNotice(
  { settings }: Engine,
  env: Environment,
  { names, episodes }: NonNullable<EventAnswer['attached']>,
): Promise<HookNotice[]> {
  const language = chooseLanguage(undefined, languageSetting(settings), env)
  const shown = names.slice(0, NAMED).map(cut)
  const more = names.length > NAMED ? ['…'] : []
  const named = { count: names.length, names: listOf([...shown, ...more]) }
  const said = [
    ...(names.length > 0
      ? [message(names.length === 1 ? recallTexts.attachedOne : recallTexts.attachedMany, named)]
      : []),
    ...(episodes > 0 ? [message(recallTexts.attachedEpisodes, { count: episodes })] : []),
  ]
  if (said.length === 0) return []
  const text = await redactFor(said.map((one) => one[language]).join('\n'), 'person')
  return [{ text: inertText(text), said: async () => {} }]
}

function cut(name: string): string {
  const characters = [...name]
  return characters.length <= LONGEST_NAME ? name : `${characters.slice(0, LONGEST_NAME - 1).join('')}…`
}

/** What extraction did since: in the conversation that it came from, and whatever is left where another one starts. */
export async function savedNotice(
  { settings, location }: Engine,
  { kind, conversation }: Pick<ClientEvent, 'kind' | 'conversation'>,
  env: Environment,
): Promise<HookNotice[]> {
  const all = readSavedNotices(location.state)
  const due = all.filter((one) => kind === 'start' || one.conversation === conversation)
  if (due.length === 0) return []
  const language = chooseLanguage(undefined, languageSetting(settings), env)
  const saved = describeSaved(
    due.flatMap(({ files, names }) => files.map((file, at) => ({ file, name: names[at] }))),
  )
  const stopped = due.findLast((one) => one.stopped && Date.parse(one.stopped.until) > Date.now())?.stopped
  const rules = [...new Set(due.flatMap((one) => one.secrets))]
  const said = [
    ...(saved ? [saved, takeBack([...new Set(due.flatMap(({ files }) => files))])] : []),
    ...(rules.length > 0 ? [message(extractionTexts.notSavedSecret, { rules: listOf(rules) })] : []),
  ]
  const lines = [...said, ...(stopped ? [stopped] : [])].map((one) => one[language])
  if (lines.length === 0) {
    forgetSavedNotices(location.state, due)
    return []
  }
  const text = await redactFor(lines.join('\n'), 'person')
  return [{ text: inertText(text), said: async () => forgetSavedNotices(location.state, due) }]
}

/** Removed by the person it is not learnt again. */
function takeBack(files: readonly string[]): Message {
  const [file = ''] = files
  return files.length === 1
    ? message(extractionTexts.takeBackOne, { file })
    : message(extractionTexts.takeBack)
}

/** That something waits for the person: where a conversation starts, once until there is more of it. */
export function waitingNotice({ settings, location }: Engine, env: Environment): HookNotice[] {
  const news = settings.get('inbox.notices') ? waitingNews(location.state) : undefined
  if (!news) return []
  const language = chooseLanguage(undefined, languageSetting(settings), env)
  return [{ text: inertText(news[language]), said: async () => markWaitingTold(location.state) }]
}

/** What the project asks for and nobody has approved: once for each content. */
export function trustNotice({ home, settings }: Engine, env: Environment): HookNotice[] {
  if (wasNoticed(home, settings.trust)) return []
  const language = chooseLanguage(undefined, languageSetting(settings), env)
  const text = trustNotices(settings.trust)
    .map((notice) => notice[language])
    .join('\n')
  return [{ text: inertText(text), said: async () => markTrustNoticed(home, settings.trust) }]
}

/** Which texts will leave this machine: once for each address, and before the first of them does. */
export async function sendingNotice({ home, settings }: Engine, env: Environment): Promise<HookNotice[]> {
  const { markSendingTold, untoldSending } = await import('../../search/texts-sent.ts')
  const untold = untoldSending(home, settings)
  if (!untold) return []
  const language = chooseLanguage(undefined, languageSetting(settings), env)
  return [{ text: inertText(untold[language]), said: async () => markSendingTold(home, settings) }]
}

/** That the agent keeps memories of the project in another directory than memdir does: once for each directory. */
export function apartNotice(host: Engine, apart: OwnMemory, env: Environment): HookNotice[] {
  const { state, memory } = host.location
  if (wasMarked(state, 'told', apart.directory) || ![memory, apart.directory].some(isMemory)) return []
  const language = chooseLanguage(undefined, languageSetting(host.settings), env)
  const text = apartMessage(host.location, apart)[language]
  return [
    {
      text: inertText(text),
      said: () => markDirectory(state, 'told', apart.directory).catch(() => {}),
    },
  ]
}

function isMemory(directory: string): boolean {
  return attempt(() => statSync(directory).isDirectory()) === true && holdsMemories(directory)
}

/** That this may be a known project, whose memory is used only when the person says so. */
export function offerNotice(host: Engine, env: Environment): HookNotice[] {
  const offers = openOffers(host.location).filter(({ state }) => state === 'open')
  if (offers.length === 0) return []
  const language = chooseLanguage(undefined, languageSetting(host.settings), env)
  const sentences = offers.flatMap((offer) => describeOffer(offer, host.location.identity.root))
  const text = [...sentences, howToAnswer(offers)].map((sentence) => sentence[language]).join('\n')
  return [{ text: inertText(text), said: () => rememberNoticed(host) }]
}
