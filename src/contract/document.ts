import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Document } from 'openapi-backend';
import { stringify } from 'yaml';
import { CompressedBody } from '../base/compressed-body.ts';

/** The bundled contract as JSON without white space, as served at /openapi.json. */
export const documentJson: string = JSON.stringify(
  JSON.parse(readFileSync(new URL('generated/openapi.json', import.meta.url), 'utf8')),
);

/** A new parsed copy of the bundled contract: openapi-backend changes its copy (it dereferences in place). */
export function parseDocument(): Document {
  return JSON.parse(documentJson) as Document;
}

/** A document that does not change while the server runs. */
export interface FixedDocument {
  body: CompressedBody;
  /** A weak ETag, because it is the same for all content encodings. */
  etag: string;
}

let json: FixedDocument | undefined;
let yaml: FixedDocument | undefined;

/** The contract as JSON, compressed once for each encoding that clients accept. */
export function servedJson(): FixedDocument {
  json ??= fixed(documentJson);
  return json;
}

/** The contract as YAML. Made at first use: it takes some 30 ms. */
export function servedYaml(): FixedDocument {
  yaml ??= fixed(stringify(JSON.parse(documentJson), { aliasDuplicateObjects: false }));
  return yaml;
}

function fixed(text: string): FixedDocument {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return { body: new CompressedBody(Buffer.from(text)), etag: `W/"${hash}"` };
}
