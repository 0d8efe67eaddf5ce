/** 0.6 is where a calibrated store stops answering questions that it has no answer to. */
export const ANSWER_SIMILARITY = 0.6

const MOST_DIGITS = 6

/** Two digits, or as many as show on which side of what is needed it is: 0.5996 is not "0.60". */
export function formatSimilarity(similarity: number, needed = ANSWER_SIMILARITY): string {
  const isAnswer = similarity >= needed
  for (let digits = 2; digits < MOST_DIGITS; digits++) {
    const text = similarity.toFixed(digits)
    if (Number(text) >= needed === isAnswer) return text
  }
  const unit = 10 ** MOST_DIGITS
  return (Math.floor(similarity * unit) / unit).toFixed(MOST_DIGITS)
}
