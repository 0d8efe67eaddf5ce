// A new record gains importance from the words it is said with.

const PREFERENCE = /\b(?:i prefer|i'd prefer|i always|always|never)\b|我喜欢|我偏好|我更喜欢|我倾向/i
const EMPHASIS = /\b(?:always|never|must|important(?:ly)?)\b|必须|一定|务必|重要/i

/** Preference words add 0.5, emphasis words 0.3; at most 5. */
export function boostImportance(text: string, importance: number): number {
  const raised = importance + (PREFERENCE.test(text) ? 0.5 : 0) + (EMPHASIS.test(text) ? 0.3 : 0)
  return Math.min(5, Math.round(raised * 100) / 100)
}
