import type { Document } from 'openapi-backend';
import { bundledContract } from './bundle.ts';

/** The bundled contract as JSON without white space, as served at /openapi.json. */
export const documentJson: string = bundledContract();

/** A new parsed copy of the bundled contract: openapi-backend changes its copy (it dereferences in place). */
export function parseDocument(): Document {
  return JSON.parse(documentJson) as Document;
}
