import { readFileSync } from 'node:fs';
import { documentJson } from '../contract/document/document.ts';
import { theContract } from '../contract/document/schemas.ts';
import { jsonSchema } from './json-schema.ts';

const CONTRACT = 'sightline://openapi.json';
const OPERATION = 'sightline://operations/';
const MEASURES = 'sightline://measures';

const measures = readFileSync(new URL('measures.md', import.meta.url), 'utf8');

export const RESOURCES = [
  {
    uri: MEASURES,
    name: 'measures',
    title: 'What the measures mean',
    description:
      'Visibility, position, sentiment, share of voice, intervals, verdicts: read it before explaining numbers',
    mimeType: 'text/markdown',
  },
  {
    uri: CONTRACT,
    name: 'openapi.json',
    title: 'The contract of the API',
    description: `All of the API as OpenAPI 3.0.3, ${Math.round(documentJson.length / 1000)} kB; ${OPERATION}{operationId} has one operation`,
    mimeType: 'application/json',
  },
];

export const TEMPLATES = [
  {
    uriTemplate: `${OPERATION}{operationId}`,
    name: 'operation',
    title: 'An operation of the API',
    description: 'Its path, parameters, body and answers, such as sightline://operations/reportBrands',
    mimeType: 'application/json',
  },
];

/** The text of a resource; null for an unknown address. */
export function resourceText(uri: string): { mimeType: string; text: string } | null {
  if (uri === MEASURES) return { mimeType: 'text/markdown', text: measures };
  if (uri === CONTRACT) return { mimeType: 'application/json', text: documentJson };
  const operation = uri.startsWith(OPERATION) && theContract().operation(uri.slice(OPERATION.length));
  if (!operation) return null;
  const { method, path, raw } = operation;
  return { mimeType: 'application/json', text: JSON.stringify({ method, path, ...jsonSchema(raw) }) };
}

/** The addresses of all resources. */
export const resourceUris = (): string[] => [
  MEASURES,
  CONTRACT,
  ...theContract()
    .operationIds()
    .map((id) => `${OPERATION}${id}`),
];
