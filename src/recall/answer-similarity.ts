/** 0.6 is where a calibrated store stops answering questions that it has no answer to. */
export const ANSWER_SIMILARITY = 0.6
