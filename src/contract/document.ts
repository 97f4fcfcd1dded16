import { readFileSync } from 'node:fs';
import type { Document } from 'openapi-backend';
import { stringify } from 'yaml';

/** The bundled contract, as served at /openapi.json. */
export const documentJson: string = readFileSync(new URL('generated/openapi.json', import.meta.url), 'utf8');

/** The bundled contract, parsed anew: openapi-backend dereferences it in place. */
export function parseDocument(): Document {
  return JSON.parse(documentJson) as Document;
}

let yaml: string | undefined;

/** The bundled contract, as served at /openapi.yaml. Made at first use: it takes some 30 ms. */
export function documentYaml(): string {
  yaml ??= stringify(JSON.parse(documentJson), { aliasDuplicateObjects: false });
  return yaml;
}
