// npm run generate: makes the types of the contract (generated/types.ts) unless they match spec/ already.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { specHash } from './bundle.ts';
import { documentJson, parseDocument } from './document.ts';

const TYPES = new URL('../generated/types.ts', import.meta.url);

const stamp = `// Made from spec/ (${specHash()}) by npm run generate.\n`;
if (!existsSync(TYPES) || !readFileSync(TYPES, 'utf8').startsWith(stamp)) {
  // Loaded only here: it loads the TypeScript compiler, and usually the types are up to date.
  const { astToString, default: openapiTS } = await import('openapi-typescript');
  const document = parseDocument();
  const types = astToString(await openapiTS(documentJson, { defaultNonNullable: false }));
  const temporary = new URL(`types.ts.${process.pid}`, TYPES);
  mkdirSync(new URL('.', TYPES), { recursive: true });
  writeFileSync(temporary, `${stamp}${types}${securityTypes(document as Contract)}`);
  renameSync(temporary, TYPES);
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
