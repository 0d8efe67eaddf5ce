// Reports what of a project is not in effect, with the result of a command: once for each content.
import { hasNews, type ProjectTrust } from '../base/settings/settings.ts'
import { markTrustNoticed, trustNotices, wasNoticed } from '../base/trust/trust-notice.ts'
import type { Output } from './output.ts'

export function noteTrust(output: Output, trust: ProjectTrust): void {
  for (const notice of trustNotices(trust)) output.note(`${output.paint.yellow('!')} ${output.say(notice)}`)
}

export function noteTrustOnce(output: Output, trust: ProjectTrust, home: string): void {
  if (!hasNews(trust) || wasNoticed(home, trust)) return
  noteTrust(output, trust)
  markTrustNoticed(home, trust)
}
