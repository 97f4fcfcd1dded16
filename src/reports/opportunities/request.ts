import type { components } from '../../contract/generated/types.ts';
import type { Breakdown, Filter } from '../breakdown/request.ts';
import type { DateRange } from '../range.ts';

type Schemas = components['schemas'];
export type OpportunityKind = Schemas['OpportunityKind'];
export const KINDS: readonly OpportunityKind[] = ['SOURCE', 'PROMPT', 'CRITICISM', 'OWN_PAGE'];

/** The parameters of a report of opportunities. */
export interface OpportunityCall {
  brand: string;
  /** The brands a key is limited to; null: all. */
  allowed: string[] | null;
  range: DateRange;
  filters: readonly Filter[];
}

/** A breakdown without options; each part of the report adds its own. */
export const PLAIN: Breakdown = {
  dimensions: [],
  filters: [],
  having: [],
  orderBy: [],
  include: [],
  compareTo: null,
  sentimentReaders: null,
  by: null,
};
