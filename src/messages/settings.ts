// What is said about settings.

export const SETTINGS_UNSUPPORTED = {
  key: 'settings.unsupported',
  en: 'For parts that this version does not have, and without effect: {names}.',
  zh: '用于此版本尚不具备的部分，目前无效：{names}。',
} as const
