import type { operations } from '../contract/generated/types.ts';

/** Operations of the public API that tools use: reads by API key. */
export type ReadId =
  | 'listReportBrands'
  | 'listReportPrompts'
  | 'reportBrands'
  | 'reportQueries'
  | 'reportMentions'
  | 'reportSources'
  | 'reportSearches'
  | 'reportOpportunities'
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
  /** For reports: the snapshot to stay on. */
  snapshotId?: string | undefined;
}

export interface ApiAnswer<Id extends ReadId> {
  body: AnswerOf<Id>;
  /** For reports: the snapshot, and when it was last known to be complete (RFC 3339). */
  snapshotId: string | null;
  asOf: string | null;
}

/**
 * Calls an operation of the public API with the caller's key, over any transport.
 * @throws AppError like the API
 */
export type Api = <Id extends ReadId>(id: Id, parameters: ApiParameters<Id>) => Promise<ApiAnswer<Id>>;
