import { createHash } from 'node:crypto';
import type { Document } from 'openapi-backend';
import { stringify } from 'yaml';
import { CompressedBody } from '../../base/compressed-body.ts';
import { documentJson, parseDocument } from '../../contract/document/document.ts';

/** A document that does not change while the server runs. */
export interface FixedDocument {
  body: CompressedBody;
  /** A weak ETag, because it is the same for all content encodings. */
  etag: string;
}

/** Built on first use for each base path: tests run servers with several base paths in one process. */
const documents = new Map<string, FixedDocument>();

/** The contract as JSON, compressed once for each accepted encoding. */
export function servedJson(basePath: string): FixedDocument {
  return once(`json ${basePath}`, () =>
    basePath === '' ? documentJson : JSON.stringify(documentUnder(basePath)),
  );
}

/** The contract as YAML; making it takes 150 ms of the event loop, once. To YAML 1.1 a plain YES or day is no text. */
export function servedYaml(basePath: string): FixedDocument {
  const options = { aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const;
  return once(`yaml ${basePath}`, () => stringify(documentUnder(basePath), options));
}

/** The document with this server as its server: its paths are under the base path. */
function documentUnder(basePath: string): Document {
  const document = parseDocument();
  const [server] = document.servers ?? [];
  if (!server) throw new Error('The contract names no server.');
  if (basePath !== '') server.url = basePath;
  return document;
}

function once(key: string, text: () => string): FixedDocument {
  const known = documents.get(key) ?? fixed(text());
  documents.set(key, known);
  return known;
}

function fixed(text: string): FixedDocument {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return { body: new CompressedBody(Buffer.from(text)), etag: `W/"${hash}"` };
}
