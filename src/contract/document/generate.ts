// npm run generate: makes the types of the contract (generated/types.ts) unless they match spec/ already.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { specHash } from './bundle.ts';
import { documentJson, parseDocument } from './document.ts';

const TYPES = new URL('../generated/types.ts', import.meta.url);

const stamp = `// Made from spec/ (${specHash()}) by npm run generate.\n`;
if (!existsSync(TYPES) || !readFileSync(TYPES, 'utf8').startsWith(stamp)) {
  // Loaded only here: it loads the TypeScript compiler, and usually the types are up to date.
  const { astToString, default: openapiTS, stringToAST } = await import('openapi-typescript');
  const document = parseDocument();
  const types = astToString(
    await openapiTS(documentJson, {
      defaultNonNullable: false,
      transform: (schema) => openType(schema as Schema, stringToAST),
    }),
  );
  const temporary = new URL(`types.ts.${process.pid}`, TYPES);
  mkdirSync(new URL('.', TYPES), { recursive: true });
  writeFileSync(temporary, `${stamp}${types}${securityTypes(document as Contract)}`);
  renameSync(temporary, TYPES);
}

interface Schema {
  'x-extensible-enum'?: string[];
  nullable?: boolean;
}

/** The type of a list that grows (`x-extensible-enum`): the known values and names of one's own; undefined: another. */
function openType(schema: Schema, stringToAST: (source: string) => unknown[]): never | undefined {
  const known = schema['x-extensible-enum'];
  if (known === undefined) return undefined;
  const values = [...known.map((value) => JSON.stringify(value)), `\`OTHER:\${string}\``];
  if (schema.nullable) values.push('null');
  const [alias] = stringToAST(`type Open = ${values.join(' | ')};`) as [{ type: unknown }];
  // The compiler's types of nodes are those of another version than this file is checked with.
  return alias.type as never;
}

interface Contract {
  paths: Record<string, Record<string, unknown>>;
}

/**
 * A TypeScript interface of the security schemes that each operation accepts; never: the operation needs no
 * credentials.
 */
function securityTypes(document: Contract): string {
  const lines = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => typeof operation === 'object' && operation !== null && 'operationId' in operation)
    .map((operation) => {
      const { operationId, security = [] } = operation as { operationId: string; security?: object[] };
      const schemes = security.flatMap(Object.keys).map((scheme) => `"${scheme}"`);
      return `    ${operationId}: ${schemes.join(' | ') || 'never'};\n`;
    });
  return `export interface security {\n${lines.join('')}}\n`;
}
