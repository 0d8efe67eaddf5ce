// The language in which a person is spoken to.
import type { Language } from '../messages/message.ts'
import type { Environment } from './environment.ts'
import { hasNews, type Settings } from './settings.ts'

/** A project whose files wait for approval does not choose the language of the question. */
export function languageSetting(settings: Settings): string | undefined {
  const { value, origin } = settings.find('language')
  const byProject = origin === 'project' || origin === 'local'
  return (byProject && hasNews(settings.trust)) || typeof value !== 'string' ? undefined : value
}

/** `--lang`, then the setting, then the locale of the environment. */
export function chooseLanguage(
  flag: string | undefined,
  setting: string | undefined,
  env: Environment,
): Language {
  for (const wanted of [flag, setting === 'auto' ? undefined : setting]) {
    if (wanted?.toLowerCase().startsWith('zh')) return 'zh'
    if (wanted?.toLowerCase().startsWith('en')) return 'en'
  }
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || ''
  return /^zh/i.test(locale) ? 'zh' : 'en'
}
