// What people read about output styles.

export const STYLE_UNKNOWN = {
  key: 'output-style.unknown',
  en: 'The output style "{name}" is not used: there is no such file in an output-styles directory (known: {known})',
  zh: '未使用输出风格“{name}”：output-styles 目录中没有这样的文件（已知：{known}）',
} as const

export const STYLE_WAITS = {
  key: 'output-style.waits',
  en: 'The output style "{name}" of this project is not used until you approve it: memdir trust',
  zh: '在您批准之前，不使用此项目的输出风格“{name}”：memdir trust',
} as const

export const NO_STYLES = { key: 'output-style.none', en: 'none', zh: '无' } as const
