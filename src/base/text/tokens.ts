// A token estimate without a tokeniser: about 4 characters of Latin text, or one CJK character, per token.

const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/g

/** The one estimate: of what is injected, shown by /context, and taken by calls whose usage nobody reports. */
export function estimateTokens(text: string): number {
  const cjk = text.match(CJK)?.length ?? 0
  return Math.ceil((text.length - cjk) / 4 + cjk)
}
