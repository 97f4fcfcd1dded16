import { CompressedBody } from '../../base/compressed-body.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Page } from '../../db/page.ts';
import { mapInSlices } from '../../engine/loop-slices.ts';
import type { Actor } from '../../features/audit/audit.ts';
import { Rendered, withCursor } from './handler.ts';
import { preferredType } from './negotiation.ts';
import type { HttpRequest } from './request.ts';
import type { Services } from './services.ts';

/**
 * Handlers that reply with the result of one domain function, whose work is one transaction. The contract's types
 * (`satisfies Partial<Handlers>`) check each of them against its operation.
 */

interface Read {
  db: Db;
  orgId: OrgId;
}

interface Write {
  db: Db;
  actor: Actor;
}

interface ById {
  params: { id: string };
}

/** A handler whose reply is what a function of the call returns; 204 has no body. */
export function reply<Call>(
  status: 204,
  work: (call: Call) => Promise<unknown>,
): (call: Call) => Promise<{ status: 204 }>;
export function reply<Call, Status extends 200 | 201 | 202, Body>(
  status: Status,
  work: (call: Call) => Promise<Body> | Body,
): (call: Call) => Promise<{ status: Status; body: Body }>;
export function reply<Call>(status: number, work: (call: Call) => unknown) {
  return async (call: Call) => {
    const body = await work(call);
    return status === 204 ? { status } : { status, body };
  };
}

/** 200 with a page of a list; the filter is the query with the page's defaults. */
export function list<Filter extends Page, Body>(
  find: (tx: Tx, orgId: OrgId, filter: Filter) => Promise<Body>,
) {
  return reply(200, ({ db, orgId, page, query }: Read & { page: Page; query: Omit<Filter, keyof Page> }) =>
    db.tenant(orgId, (tx) => find(tx, orgId, { ...query, ...page } as Filter)),
  );
}

/** 200 with the resource whose id is in the path. */
export function getById<Body>(find: (tx: Tx, orgId: OrgId, id: string) => Promise<Body>) {
  return reply(200, ({ db, orgId, params }: Read & ById) =>
    db.tenant(orgId, (tx) => find(tx, orgId, params.id)),
  );
}

/** 201 with the resource created from the body. */
export function create<Input, Body>(make: (tx: Tx, actor: Actor, input: Input) => Promise<Body>) {
  return reply(201, ({ db, actor, body }: Write & { body: Input }) =>
    db.tenant(actor.orgId, (tx) => make(tx, actor, body)),
  );
}

/** 200 with the resource whose id is in the path, after the changes in the body. */
export function updateById<Changes, Body>(
  update: (tx: Tx, actor: Actor, id: string, changes: Changes) => Promise<Body>,
) {
  return reply(200, ({ db, actor, params, body }: Write & ById & { body: Changes }) =>
    db.tenant(actor.orgId, (tx) => update(tx, actor, params.id, body)),
  );
}

/** 200 with the resource whose id is in the path, after an action that takes no body. */
export function actById<Body>(act: (tx: Tx, actor: Actor, id: string) => Promise<Body>) {
  return reply(200, ({ db, actor, params }: Write & ById) =>
    db.tenant(actor.orgId, (tx) => act(tx, actor, params.id)),
  );
}

/** 204 after the resource whose id is in the path was removed. */
export function removeById(remove: (tx: Tx, actor: Actor, id: string) => Promise<void>) {
  return reply(204, ({ db, actor, params }: Write & ById) =>
    db.tenant(actor.orgId, (tx) => remove(tx, actor, params.id)),
  );
}

const LINES = 'application/x-ndjson';

/** Whether a client prefers one JSON object a line to JSON. */
export function acceptsLines({ headers }: HttpRequest): boolean {
  return preferredType(headers.accept, ['application/json', LINES]) === LINES;
}

/** The reply with a page of a list as NDJSON. Headers carry its total and its next page. */
export async function linesReply<Body extends { data: object[]; total: number; next: string | null }>(
  services: Services,
  request: HttpRequest,
  found: Body,
) {
  const { body, headers } = withCursor(services, request, found);
  const lines = await mapInSlices(body.data, (row) => `${JSON.stringify(row)}\n`);
  return {
    status: 200 as const,
    headers: {
      ...headers,
      'X-Total-Count': String(body.total),
      ...(body.next !== null && { 'X-Next-After': body.next }),
    },
    body: new Rendered<Body>(new CompressedBody(Buffer.from(lines.join(''))), LINES),
  };
}
