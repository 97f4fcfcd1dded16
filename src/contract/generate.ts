// npm run generate: makes from spec/ the bundled document that the server serves and the types of the handlers.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles spec/ into one document (JSON text) and makes its TypeScript types; writes no files. */
export async function generate(): Promise<{ document: string; types: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-spec-'));
  try {
    const bundle = join(folder, 'openapi.json');
    const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js');
    execFileSync(process.execPath, [redocly, 'bundle', 'spec/openapi.yaml', '-o', bundle], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const document = JSON.parse(readFileSync(bundle, 'utf8'));
    const types = astToString(await openapiTS(document, { defaultNonNullable: false }));
    return {
      document: `${JSON.stringify(document, null, 1)}\n`,
      types: `// Made from spec/ by npm run generate.\n${types}${securityTypes(document)}`,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A TypeScript interface of the security schemes that each operation accepts; never: it needs no credentials. */
function securityTypes(document: { paths: Record<string, Record<string, unknown>> }): string {
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

if (process.argv[1] && import.meta.filename.endsWith(process.argv[1].replace(/^.*\/src\//, 'src/'))) {
  const { document, types } = await generate();
  writeFileSync(join(root, 'src/contract/generated/openapi.json'), document);
  writeFileSync(join(root, 'src/contract/generated/types.ts'), types);
}
