import type { operations } from '../contract/generated/types.ts';

/** What tools ask of the public API: operations that an API key may read by. */
export type ReadId =
  | 'listReportBrands'
  | 'listReportPrompts'
  | 'reportBrands'
  | 'reportQueries'
  | 'reportMentions'
  | 'getReportRun'
  | 'getReportCoverage';

type Parameters<Id extends ReadId> = operations[Id]['parameters'];
type BodyOf<Id extends ReadId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;
export type AnswerOf<Id extends ReadId> = operations[Id]['responses'][200]['content']['application/json'];

export interface ApiParameters<Id extends ReadId> {
  path?: Parameters<Id>['path'];
  query?: Omit<NonNullable<Parameters<Id>['query']>, 'api_key'>;
  body?: BodyOf<Id>;
  /** Of a report: the snapshot to stay on. */
  snapshotId?: string | undefined;
}

export interface ApiAnswer<Id extends ReadId> {
  body: AnswerOf<Id>;
  /** Of a report: the snapshot it is of, and when that was last known to be complete (RFC 3339). */
  snapshotId: string | null;
  asOf: string | null;
}

/**
 * Calls an operation of the public API with the caller's key, by whatever way.
 * @throws AppError as the API refuses
 */
export type Api = <Id extends ReadId>(id: Id, parameters: ApiParameters<Id>) => Promise<ApiAnswer<Id>>;
