import type { IncomingMessage } from 'node:http';

/** A report as the servers of this folder are asked for it: the part of the contract that is compared. */
export interface Wanted {
  org: string;
  /** First and last day, YYYY-MM-DD. */
  start: string;
  end: string;
  limit: number;
}

export type Report = 'brands' | 'queries' | 'mentions';

/** Rows as ../source.ts has them. */
export type Row = Record<string, string | number | null>;

/** One more answer, with its mentions. */
export interface Change {
  run: Row;
  mentions: Row[];
}

export const PATH = /^\/api\/customer\/v1\/reports\/(brands|queries|mentions)$/;

const keys: Record<string, string> = JSON.parse(process.env['KEYS'] ?? '{}');

/** The organisation of a key; undefined where there is none. */
export function organisationOf(key: unknown): string | undefined {
  return typeof key === 'string' ? keys[key] : undefined;
}

export interface Body {
  start_date: string;
  end_date: string;
  limit: number;
}

/** What a body must be: the databases are given nothing else. */
export const BODY = {
  type: 'object',
  required: ['start_date', 'end_date', 'limit'],
  properties: {
    start_date: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
    end_date: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
    limit: { type: 'integer', minimum: 1, maximum: 10_000 },
  },
} as const;

export function wantedOf(org: string, { start_date, end_date, limit }: Body): Wanted {
  return { org, start: start_date, end: end_date, limit };
}

export async function bodyOf(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** Ends with the process that started it. */
export function endWithParent(): void {
  process.on('disconnect', () => process.exit(0));
  process.on('SIGTERM', () => process.exit(0));
}
