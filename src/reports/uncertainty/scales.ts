/** The scale of a mean's scores. */
export interface ScoreScale {
  /** Minimum and maximum score. */
  least: number;
  most: number;
  /** Score units in one unit of the report. */
  unit: number;
  /** Prior standard deviation of a score, in score units. */
  deviation: number;
}

/** Sentiments in hundredths of a 0-100 score; the prior deviation is 10 points. */
export const SENTIMENT_SCALE: ScoreScale = { least: 0, most: 10_000, unit: 100, deviation: 1_000 };
/** Positions of a brand in an answer, from 1; the prior deviation is 3 positions. */
export const POSITION_SCALE: ScoreScale = {
  least: 1,
  most: Number.POSITIVE_INFINITY,
  unit: 1,
  deviation: 3,
};
