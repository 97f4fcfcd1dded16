import { SENTIMENT_BANDS } from '../base/definitions.ts';

/**
 * The rules by which a report judges a run or a mention. They are this project's own definitions, published with the
 * fields in the contract (spec/). test/reports/rules.test.ts compares the results of both engines with these rules.
 */

/**
 * Visibility score of a run, 0 to 100: first naming 100, each further position 15 less, any naming at least 10, else 0.
 */
export const VISIBILITY_SCORE = { first: 100, lessByPosition: 15, least: 10, unnamed: 0 } as const;

/**
 * An SQL expression (an integer) for the visibility score, for Postgres.
 * @param named expression: whether the answer names the brand @param position expression: its position, from 1
 */
export function visibilityScoreSql(named: string, position: string): string {
  const { first, lessByPosition, least, unnamed } = VISIBILITY_SCORE;
  return `case when ${named} then greatest(${first} - ${lessByPosition} * (${position} - 1), ${least}) else ${unnamed} end`;
}

/**
 * An SQL expression for the band of a sentiment; null without a sentiment. @param hundredths expression: the sentiment
 */
export function sentimentBandSql(hundredths: string): string {
  const { positiveFrom, negativeTo } = SENTIMENT_BANDS;
  return `case when ${hundredths} >= ${positiveFrom} then 'POSITIVE' when ${hundredths} <= ${negativeTo} then 'NEGATIVE' when ${hundredths} is not null then 'NEUTRAL' end`;
}

/** The readers that make sentiment scores, in display order. */
export const READERS = ['LEXICON', 'MODEL', 'SENT', 'PERSON'] as const;
export type Reader = (typeof READERS)[number];

/**
 * A Postgres expression for the reader of the score of an observation `o` of a run `r`. sql/snapshot/runs.sql and
 * run_competitors.sql have the same one. Scores from before readers were recorded were either sent or computed by the
 * lexicon.
 */
export const OBSERVATION_READER = `case when o.sentiment is not null then coalesce(o.sentiment_reader,
  case when r.sentiment_score is not null and o.subject_id = r.brand_id then 'SENT' else 'LEXICON' end) end`;

/** The parts of the fragments query_columns and mention_columns, unless only some readers count. */
export const LIST_PARTS = {
  score: 'f.sentiment',
  reader: 'f.sentiment_reader',
  visibility_score: visibilityScoreSql('f.named', 'f.position'),
  sentiment_band: sentimentBandSql('f.sentiment'),
};
