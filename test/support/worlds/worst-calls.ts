import assert from 'node:assert/strict';
import { collectionFor, type Operation, resolved, schemes } from '../callers/contract.ts';
import type { TestApp } from '../server/app.ts';
import type { LargeOrganisation } from './large-organisation.ts';
import { largestValues } from './largest-input.ts';
import { idsOf } from './world.ts';
import { type Prepared, WORST, type Worst } from './worst-inputs.ts';

/** The part of an id that stands for its collection, in `largeOrganisation`. */
const KINDS: Record<string, string> = {
  brands: '000b',
  competitors: '000c',
  queries: '0001',
  runs: '0002',
  mentions: '0003',
  trials: '0004',
  campaigns: '0005',
  briefs: '0006',
  drafts: '0007',
  schema: '0008',
  rules: '0009',
  alerts: '000a',
  webhooks: '000d',
  deliveries: '000e',
  invitations: '0010',
  keys: '0011',
  batches: '0012',
  opportunities: '0013',
  views: '0015',
  annotations: '0016',
  links: '0017',
  schedules: '0017',
};
/** The first number that each collection has an id of. */
const FIRST = 3;
const USUAL_BODY_BYTES = 1_048_576;

/** A call, ready to be sent. */
export interface WorstCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The calls with the largest and worst input that operations allow, in a `crowdedOrganisation`. */
export class WorstCalls {
  /** What there is one of, by its collection, or by the parameter of a path. */
  readonly shared = new Map([
    ['guide', 'measures'],
    ['version', '1'],
    ['domain', 'reviews.example'],
  ]);
  readonly #app: TestApp;
  readonly #large: LargeOrganisation;
  readonly #token: string;
  #used = FIRST;
  #made = 0;

  constructor(app: TestApp, large: LargeOrganisation, token: string) {
    this.#app = app;
    this.#large = large;
    this.#token = token;
  }

  /** How many inputs an operation has. */
  count(operation: Operation): number {
    return this.#inputsOf(operation, 0).length;
  }

  /** @param at which of the inputs @param round makes it another one than before */
  async make(operation: Operation, at: number, round: number): Promise<WorstCall> {
    const { id, method, path } = operation;
    const worst = worstOf(operation);
    const prepared: Prepared =
      (await worst.prepare?.(this.#app, { org: this.#large.org, token: this.#token })) ?? {};
    const { body, query } = this.#inputsOf(operation, round)[at] ?? {};
    const isLargest = method === 'GET' || worst.isOfLargest === true;
    const ids = idsOf(operation);
    let filled = path;
    for (const [place, { collection, name }] of ids.entries()) {
      const own = this.#idOf(collection, isLargest || place < ids.length - 1);
      const found = prepared.ids?.[collection] ?? own ?? this.shared.get(name);
      assert.ok(found, `${id}: no id of ${collection}`);
      filled = filled.replace(`{${name}}`, encodeURIComponent(found));
    }
    const search = new URLSearchParams({ ...query, ...prepared.query });
    const { form } = prepared;
    const sent = prepared.body ?? body;
    this.#made += 1;
    return {
      method,
      path: search.size > 0 ? `${filled}?${search}` : filled,
      headers: {
        ...(schemes(operation).some((one) => ['bearerToken', 'scimBearer', 'adminKey'].includes(one))
          ? { Authorization: `Bearer ${prepared.token ?? this.#token}` }
          : { 'X-API-Key': this.#large.org.key }),
        // Attempts at passwords are counted by address.
        'X-Forwarded-For': `10.1.${this.#made >> 8}.${this.#made & 255}`,
        'Accept-Encoding': 'identity',
        ...(form
          ? { 'Content-Type': 'application/x-www-form-urlencoded' }
          : sent !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(form
        ? { body: new URLSearchParams(JSON.parse(JSON.stringify(form))).toString() }
        : sent !== undefined && { body: JSON.stringify(sent) }),
    };
  }

  /** What a call is about: the largest of its kind, or one that no call was about yet. */
  #idOf(collection: string, isLargest: boolean): string | undefined {
    const kind = KINDS[collection];
    if (kind === undefined) return this.shared.get(collection);
    if (isLargest) return this.#large.ids.get(collection) ?? numbered(kind, FIRST);
    this.#used += 1;
    return numbered(kind, this.#used);
  }

  #inputsOf(operation: Operation, round: number): { body?: unknown; query?: Record<string, string> }[] {
    const { body, raw, id } = operation;
    const worst = worstOf(operation);
    const brandId = this.#large.ids.get('brands') as string;
    if (body === undefined)
      return (worst.queries ?? [{}]).map((query) => ({
        query: { ...this.#pageOf(operation, round), ...query },
      }));
    const idOf = (name: string, at: number) => {
      if (!/.Ids?$/.test(name)) return undefined;
      const kind = KINDS[collectionFor(name)];
      return name === 'brandId' || kind === undefined ? brandId : numbered(kind, 1 + at);
    };
    const most = raw['x-max-body-bytes'] ?? USUAL_BODY_BYTES;
    const bodies =
      worst.bodies?.({ brandId, round }) ??
      largestValues(body.schema, { round, mark: id, idOf }, most).map((made) => worst.mend?.(made) ?? made);
    return bodies.map((made) => ({ body: made }));
  }

  /** The parameters of the query that make an answer larger: the largest page, of the largest brand. */
  #pageOf({ raw }: Operation, round: number): Record<string, string> {
    const query: Record<string, string> = {};
    for (const { name, schema, in: place, required } of (raw.parameters ?? []).map(resolved)) {
      if (place !== 'query') continue;
      if (name === 'limit') query[name] = String(schema.maximum - round);
      else if (required && collectionFor(name) === 'brands')
        query[name] = this.#large.ids.get('brands') as string;
    }
    return query;
  }
}

/** What the schema alone does not say of an operation. */
export function worstOf({ id }: Operation): Worst {
  return WORST[id as keyof typeof WORST] ?? {};
}

function numbered(kind: string, at: number): string {
  return `00000000-${kind}-7000-8000-${at.toString(16).padStart(12, '0')}`;
}
