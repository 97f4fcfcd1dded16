import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { parseDocument } from '../contract/document/document.ts';
import type { Limits } from './dashboard/api/contract/limits.ts';

const DASHBOARD = fileURLToPath(new URL('dashboard', import.meta.url));

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
 * `contract:operations`: where each operation is sent that the page's source names.
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
      contents: JSON.stringify(MODULES[path]?.()),
      loader: 'json',
    }));
  },
};

function rolesOfOperations(): Record<string, string> {
  return Object.fromEntries(
    // Every member has at least the role VIEWER.
    operations().flatMap(({ id, role }) => (role !== undefined && role !== 'VIEWER' ? [[id, role]] : [])),
  );
}

const MODULES: Record<string, () => object> = {
  'contract:roles': rolesOfOperations,
  'contract:operations': () =>
    Object.fromEntries(calledOperations().map(({ id, method, path }) => [id, { method, path }])),
  'contract:forms': formsOfOperations,
};

function formsOfOperations(): Record<string, Record<string, Limits>> {
  const document = parseDocument();
  const resolved = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema;
    const parts = schema.$ref.slice('#/'.length).split('/');
    return parts.reduce<unknown>(
      (within, part) => (within as Record<string, unknown>)[part],
      document,
    ) as Schema;
  };
  return Object.fromEntries(
    calledOperations().flatMap(({ id, role, body }) =>
      role !== undefined && body ? [[id, fieldsOf(resolved(body), resolved)]] : [],
    ),
  );
}

function calledOperations() {
  const source = globSync(`${DASHBOARD}/**/*.{ts,tsx}`)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  return operations().filter(({ id }) => source.includes(`'${id}'`));
}

function operations() {
  return Object.entries(parseDocument().paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).flatMap(([method, operation]) => {
      const { operationId, 'x-role': role, requestBody } = operation as Operation;
      if (operationId === undefined) return [];
      return [
        { id: operationId, role, method, path, body: requestBody?.content['application/json']?.schema },
      ];
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
function fieldsOf(
  body: Schema,
  resolved: (schema: Schema) => Schema,
  before = '',
  isNeeded = true,
): Record<string, Limits> {
  const fields: Record<string, Limits> = {};
  for (const [name, property] of Object.entries(body.properties ?? {})) {
    const schema = resolved(property);
    const isRequired = isNeeded && body.required?.includes(name) === true;
    if (schema.properties) Object.assign(fields, fieldsOf(schema, resolved, `${before}${name}.`, isRequired));
    else fields[before + name] = { ...limitsOf(schema, resolved), ...(isRequired ? { required: true } : {}) };
  }
  return fields;
}

function limitsOf(schema: Schema, resolved: (schema: Schema) => Schema): Limits {
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
    ...(items ? { items: limitsOf(resolved(items), resolved) } : {}),
  } as Limits;
}
