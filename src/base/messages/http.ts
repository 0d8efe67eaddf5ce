// Why a server on this machine refuses a request.

export const WRONG_HOST = {
  key: 'http.wrong-host',
  en: 'this Host is not served',
  zh: '不提供此 Host',
} as const
export const WRONG_ORIGIN = {
  key: 'http.wrong-origin',
  en: 'this Origin is not served',
  zh: '不接受此 Origin',
} as const
export const WRONG_TOKEN = {
  key: 'http.wrong-token',
  en: 'the token is missing or wrong',
  zh: '缺少令牌或令牌有误',
} as const
export const NO_SUCH_ROUTE = {
  key: 'http.no-such-route',
  en: 'there is nothing here; served are {paths}',
  zh: '此处没有内容；可用的有 {paths}',
} as const
export const WRONG_METHOD = { key: 'http.wrong-method', en: 'use {methods}', zh: '请使用 {methods}' } as const
export const BODY_TOO_LARGE = {
  key: 'http.body-too-large',
  en: 'the body is larger than {bytes} bytes',
  zh: '正文超过 {bytes} 字节',
} as const
export const SERVER_FAULT = { key: 'http.server-fault', en: 'internal error', zh: '内部错误' } as const
