import assert from 'node:assert/strict';
import { Ajv, type ValidateFunction } from 'ajv';
import { documentJson } from '../../../src/contract/document/document.ts';
import { addContractFormats } from '../../../src/server/dispatch/formats.ts';
import type { TestAnswer } from '../server/app.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, looked into at will
type Json = any;

/** An operation of the contract, as the walk needs it. */
export interface Operation {
  id: string;
  /** Upper case. */
  method: string;
  path: string;
  /** Path and required query parameters. */
  parameters: { name: string; in: string; example: string }[];
  body: { schema: Json; example: Json } | undefined;
  raw: Json;
}

const document: Json = JSON.parse(documentJson);

/** What a reference stands for. */
export function resolved(node: Json): Json {
  if (node?.$ref === undefined) return node;
  return node.$ref
    .slice(2)
    .split('/')
    .reduce((found: Json, name: string) => found[name], document);
}

/** Every operation of the bundled contract. */
export const operations: Operation[] = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
  ['post', 'get', 'put', 'patch', 'delete']
    .filter((method) => methods[method])
    .map((method) => ({
      id: methods[method].operationId,
      method: method.toUpperCase(),
      path,
      parameters: [...(methods.parameters ?? []), ...(methods[method].parameters ?? [])]
        .map(resolved)
        .filter((parameter) => parameter.required),
      body: withExample(resolved(methods[method].requestBody)?.content['application/json']),
      raw: methods[method],
    })),
);

/** A body's media type, with the first of its examples where there are several. */
function withExample(body: Json | undefined): Operation['body'] {
  const [first] = Object.values<Json>(body?.examples ?? {});
  return first ? { ...body, example: first.value } : body;
}

/** Whether an operation is about all organisations: the server's administrator alone calls it. */
export function isOfServer({ path }: Pick<Operation, 'path'>): boolean {
  return path.startsWith('/api/server/');
}

/** Whether an operation gives a page of a list of an organisation, from Postgres. */
export function isList({ method, path, raw }: Operation): boolean {
  return (
    method === 'GET' &&
    !isOfServer({ path }) &&
    !path.startsWith('/api/customer/') &&
    !raw['x-reads'] &&
    (raw.parameters ?? []).some((parameter: Json) => resolved(parameter).name === 'limit')
  );
}

/** Ids of what exists, by collection (`brands`). */
export type Ids = ReadonlyMap<string, string>;

/** The operation's path and required query: ids that are known, else the contract's examples. */
export function examplePath({ path, parameters }: Operation, ids: Ids = new Map()): string {
  const example = (wanted: string) => {
    const found = parameters.find(({ name }) => name === wanted);
    assert.ok(found?.example !== undefined, `${path}: the parameter ${wanted} has no example`);
    return String(found.example);
  };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string, at: number) =>
    encodeURIComponent(ids.get(collectionOf(path.slice(0, at - 1))) ?? example(name)),
  );
  const query = new URLSearchParams();
  for (const parameter of parameters)
    if (parameter.in === 'query')
      query.set(parameter.name, ids.get(collectionFor(parameter.name)) ?? example(parameter.name));
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** The last word of a path: /api/brands/{id}/competitors → competitors, /api/alert-rules → rules. */
export function collectionOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('-')) + 1);
}

/** The collection whose ids have this name: brandId and brandIds → brands. */
export function collectionFor(name: string): string {
  return `${name.replace(/(Ids?|_id)$/, '').replace(/y$/, 'ie')}s`;
}

/** The body's example, with `brandId` and the like naming what exists. */
export function exampleBody({ body }: Operation, ids: Ids): unknown {
  const known = (name: string) => (/.Id$/.test(name) ? ids.get(collectionFor(name)) : undefined);
  return JSON.parse(JSON.stringify(body?.example, (name, value) => known(name) ?? value));
}

/** The security schemes of which one lets a caller in; none for a public operation. */
export function schemes({ raw }: Operation): string[] {
  return raw.security.flatMap(Object.keys);
}

/** Whether the body is an object that allows declared members only. */
export function isStrictObject({ body }: Operation): boolean {
  const schema = resolved(body?.schema);
  return schema?.type === 'object' && schema.additionalProperties === false;
}

const ajv = addContractFormats(new Ajv({ strict: false, allErrors: true }));
// Once: a schema that has all others in it is walked through as a whole each time one is compiled.
ajv.addSchema({ components: document.components }, 'contract');
const validators = new Map<string, ValidateFunction>();

/** Checks values by a schema of the contract's document. */
export function validatorOf(schema: object): ValidateFunction {
  return ajv.compile(
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/')),
  );
}

/** Fails when the answer's status, media type, headers or body are not what the contract declares. */
export function check({ id, raw }: Operation, { status, headers, text, json }: TestAnswer): void {
  const response = resolved(raw.responses[status]);
  assert.ok(response, `${id} answered ${status}, which is not declared: ${text.slice(0, 500)}`);
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  for (const [name, header] of Object.entries(response.headers ?? {}))
    if (resolved(header).required !== false)
      assert.ok(headers.has(name), `${id} ${status} lacks the header ${name}`);
  if (response.content === undefined) {
    assert.equal(text, '', `${id} ${status} has a body`);
    return;
  }
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';');
  const content = response.content[mediaType];
  assert.ok(content, `${id} ${status} is ${mediaType}, which is not declared`);
  if (!/[/+]json$/.test(mediaType)) return;
  const body = json ?? JSON.parse(text);
  const key = `${id} ${status}`;
  const validate = validators.get(key) ?? validatorOf(content.schema);
  validators.set(key, validate);
  assert.ok(validate(body), `${key}: ${ajv.errorsText(validate.errors)}: ${text.slice(0, 500)}`);
}
