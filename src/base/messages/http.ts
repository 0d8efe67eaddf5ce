// Why a server on this machine refuses a request.

import { texts } from './message.ts'

export const httpTexts = texts('http', {
  wrongHost: ['this Host is not served', '不提供此 Host'],
  wrongOrigin: ['this Origin is not served', '不接受此 Origin'],
  wrongToken: ['the token is missing or wrong', '缺少令牌或令牌有误'],
  noSuchRoute: ['there is nothing here; served are {paths}', '此处没有内容；可用的有 {paths}'],
  wrongMethod: ['use {methods}', '请使用 {methods}'],
  bodyTooLarge: ['the body is larger than {bytes} bytes', '正文超过 {bytes} 字节'],
  serverFault: ['internal error', '内部错误'],
})
