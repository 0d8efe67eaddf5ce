/** 0.6 is where a calibrated store stops answering questions that it has no answer to. */
export const ANSWER_SIMILARITY = 0.6

const MOST_DIGITS = 6

/** Two digits, or as many as show on which side of an answer it is: 0.5996 is not "0.60". */
export function formatSimilarity(similarity: number): string {
  const isAnswer = similarity >= ANSWER_SIMILARITY
  for (let digits = 2; digits < MOST_DIGITS; digits++) {
    const text = similarity.toFixed(digits)
    if (Number(text) >= ANSWER_SIMILARITY === isAnswer) return text
  }
  const unit = 10 ** MOST_DIGITS
  return (Math.floor(similarity * unit) / unit).toFixed(MOST_DIGITS)
}
