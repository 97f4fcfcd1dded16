import type { Plugin } from 'esbuild';
import { parseDocument } from '../contract/document/document.ts';
import type { Limits } from './dashboard/api/contract/limits.ts';

const DOCUMENT = parseDocument();

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: (string | null)[];
  [keyword: string]: unknown;
}

interface Operation {
  operationId?: string;
  'x-role'?: string;
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
}

/**
 * The page's part of the contract, generated when the page is built.
 * `contract:roles`: the role that each operation needs, so that the page offers no action that would return 403.
 * `contract:operations`: where each operation of a person is sent.
 * `contract:forms`: the limits of the fields of their bodies, so that no screen repeats them.
 */
export const contractModules: Plugin = {
  name: 'contract-modules',
  setup(building) {
    building.onResolve({ filter: /^contract:(roles|operations|forms)$/ }, ({ path }) => ({
      path,
      namespace: 'contract',
    }));
    building.onLoad({ filter: /.*/, namespace: 'contract' }, ({ path }) => ({
      contents: JSON.stringify(
        Object.fromEntries(operations().flatMap(MODULES[path as keyof typeof MODULES])),
      ),
      loader: 'json',
    }));
  },
};

type Listed = ReturnType<typeof operations>[number];

const MODULES = {
  // Every member has at least the role VIEWER.
  'contract:roles': ({ id, role }: Listed): [string, unknown][] =>
    role !== undefined && role !== 'VIEWER' ? [[id, role]] : [],
  'contract:operations': ({ id, method, path }: Listed): [string, unknown][] => [[id, { method, path }]],
  'contract:forms': ({ id, role, body }: Listed): [string, unknown][] =>
    role !== undefined && body ? [[id, fieldsOf(resolved(body))]] : [],
};

function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const parts = schema.$ref.slice('#/'.length).split('/');
  return parts.reduce<unknown>(
    (within, part) => (within as Record<string, unknown>)[part],
    DOCUMENT,
  ) as Schema;
}

/** Operations that a person may call: those with a role, logins, and whether the server is up. */
function operations() {
  return Object.entries(DOCUMENT.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).flatMap(([method, operation]) => {
      const { operationId: id = '', 'x-role': role, requestBody } = operation as Operation;
      const isOfPerson = role !== undefined || path.startsWith('/api/auth/') || path === '/health';
      // The page sends reports as a body: a URL has little room.
      if (!isOfPerson || id.endsWith('ByUrl')) return [];
      return [{ id, role, method, path, body: requestBody?.content['application/json']?.schema }];
    }),
  );
}

/** Keywords that a form checks or fills in; others are left to the server. */
const FORM_KEYWORDS = [
  'format',
  'nullable',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
] as const;

/**
 * The fields of a body by their names; those of an object in it with its name before theirs: `config.model`.
 * @param isNeeded whether the object must be given: what may be left out as a whole requires nothing
 */
function fieldsOf(body: Schema, before = '', isNeeded = true): Record<string, Limits> {
  const fields: Record<string, Limits> = {};
  for (const [name, property] of Object.entries(body.properties ?? {})) {
    const schema = resolved(property);
    const isRequired = isNeeded && body.required?.includes(name) === true;
    if (schema.properties) Object.assign(fields, fieldsOf(schema, `${before}${name}.`, isRequired));
    else fields[before + name] = { ...limitsOf(schema), ...(isRequired ? { required: true } : {}) };
  }
  return fields;
}

function limitsOf(schema: Schema): Limits {
  const { type, items, default: first, pattern, 'x-pattern-meaning': meaning } = schema;
  const options = schema.enum?.filter((one) => one !== null);
  return {
    type,
    ...Object.fromEntries(
      FORM_KEYWORDS.flatMap((name) => (schema[name] === undefined ? [] : [[name, schema[name]]])),
    ),
    ...(options ? { enum: options } : {}),
    ...(first === undefined ? {} : { first }),
    ...(meaning === undefined ? {} : { pattern, meaning }),
    ...(items ? { items: limitsOf(resolved(items)) } : {}),
  } as Limits;
}
