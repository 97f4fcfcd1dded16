import { hash, randomUUIDv7 } from 'node:crypto';
import { notFound } from './errors.ts';

declare const organisation: unique symbol;
/** The id of an organisation: a type of its own, so that no other text is taken for it. */
export type OrgId = string & { readonly [organisation]: never };

/** A new id: UUIDv7, so that ids of one table grow with time. */
export function newId<Id extends string = string>(): Id {
  return randomUUIDv7() as string as Id;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id of an organisation that a caller names. @throws AppError not_found for a text that is no id */
export function organisationId(text: string): OrgId {
  if (!UUID.test(text)) throw notFound('organisation');
  return text as OrgId;
}

/** A bound for ids by time: ids that newId generated before `time` sort below it, later ones above. */
export function idBefore(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** The same id for the same parts, always (UUIDv8, from their SHA-256). */
export function derivedId(...parts: string[]): string {
  const hex = hash('sha256', parts.join('\n'));
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
