type Forms = Record<string, string>
export const TOML_FORMS: Forms
export const TOML_REFUSED: Forms
export function jsonForms(where: {
  at: string
  hooks?: string | undefined
  accepts: readonly string[]
  refused?: boolean
}): Forms
export function jsonRefused(at: string): Forms
