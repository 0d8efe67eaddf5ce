// Passwords of package feeds, where NuGet keeps them readable: `nuget.config`, its variable, its command line.

import { passwordHit } from '../matching/judge-password.ts'
import type { Hit } from '../secret-finding.ts'
import type { SpecialRule } from './special-rule.ts'

const RULE = 'nuget-config-password'
const VALUE_AFTER = /["']\s{0,40}value\s{0,4}=\s{0,4}(["'])([^"'<>\r\n]{1,200})\1/iy
const VALUE_BEFORE = /value\s{0,4}=\s{0,4}["']([^"'<>\r\n]{1,200})["']\s{1,40}key\s{0,4}=\s{0,4}["']$/i
/** How far before the name its value can be. */
const BEFORE = 300

/** `<add key="ClearTextPassword" value="…" />`, the attributes in either order. */
const CLEAR_TEXT_RULE: SpecialRule = {
  ids: [RULE],
  anchors: ['cleartextpassword'],
  match(text, start, end) {
    VALUE_AFTER.lastIndex = end
    const after = VALUE_AFTER.exec(text)
    if (after) {
      const [whole, , password = ''] = after
      return passwordAt(password, end + whole.length - 1 - password.length)
    }
    const from = Math.max(0, start - BEFORE)
    const before = VALUE_BEFORE.exec(text.slice(from, start))
    if (!before) return undefined
    const [whole, password = ''] = before
    return passwordAt(password, from + before.index + whole.indexOf(password))
  },
}

const VARIABLE =
  /[\w.-]{1,80}["']?[ \t]{0,4}[:=][ \t]{0,4}["']?[^\r\n]{0,200}?\bPassword=([^\s;"'`<>]{1,200})/iy

/** `NuGetPackageSourceCredentials_FEED="Username=…;Password=…"`. */
const VARIABLE_RULE: SpecialRule = {
  ids: [RULE],
  anchors: ['nugetpackagesourcecredentials_'],
  match(text, _, end) {
    VARIABLE.lastIndex = end
    const found = VARIABLE.exec(text)
    if (!found) return undefined
    const [whole, password = ''] = found
    return passwordAt(password, end + whole.length - password.length)
  },
}

const OPTION = /[ \t](?:-p|--password|-Password)[ \t=]{1,4}["']?([^\s"'`]{1,200})/i
const LINE = 400

/** `nuget add source … -p … --store-password-in-clear-text`, in any order. */
const COMMAND_RULE: SpecialRule = {
  ids: [RULE],
  anchors: ['store-password-in-clear-text', 'storepasswordincleartext'],
  match(text, start, end) {
    const from = Math.max(0, start - LINE)
    const name = text.slice(from, start).toLowerCase().lastIndexOf('nuget')
    const [rest = ''] = text.slice(end, end + LINE).split('\n', 1)
    const command = text.slice(from + name, end + rest.length)
    const found = name < 0 ? null : OPTION.exec(command)
    if (!found) return undefined
    const [whole, password = ''] = found
    return passwordAt(password, from + name + found.index + whole.length - password.length)
  },
}

/** `%NAME%` and `$(NAME)` refer to a password that is kept elsewhere. */
function passwordAt(password: string, at: number): Hit | undefined {
  return passwordHit(RULE, password, at, undefined)
}

export const NUGET_RULES: readonly SpecialRule[] = [CLEAR_TEXT_RULE, VARIABLE_RULE, COMMAND_RULE]
