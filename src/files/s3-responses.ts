import type { IncomingMessage } from 'node:http';
import { decodeXML } from 'entities';
import type { StoreConfig } from '../base/config.ts';
import { DamagedFile } from '../base/durable-file.ts';
import { type StoredObject, StoreRefused } from './object-store.ts';

/** The names of a store's settings in messages, so that these name the setting to correct. */
export interface StoreNames {
  /** Begins a sentence: 'The store of snapshots'. */
  store: string;
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
}

/** The names of the variables by which an operator configures the store of snapshots. */
export const VARIABLES: StoreNames = {
  store: 'The store of snapshots',
  endpoint: 'AWS_ENDPOINT_URL',
  region: 'AWS_REGION',
  bucket: 'SNAPSHOT_STORE',
  accessKeyId: 'AWS_ACCESS_KEY_ID',
  secretAccessKey: 'AWS_SECRET_ACCESS_KEY',
  sessionToken: 'AWS_SESSION_TOKEN',
};

export interface Failure {
  status: number;
  /** The store's error code; '' if it gives none. */
  code: string;
}

/** An unsuccessful response. @param mostBytes see readContent */
export async function readFailure(response: IncomingMessage, mostBytes: number): Promise<Failure> {
  const text = (await readContent(response, mostBytes)).toString();
  return { status: response.statusCode ?? 0, code: /^\w{1,60}$/.exec(tag(text, 'Code'))?.[0] ?? '' };
}

/** The whole body of a response. @throws Error beyond `mostBytes`, whatever length the response declares */
export async function readContent(response: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop destroys the response.
    if (bytes > mostBytes) throw new Error('it answers with more than can be held');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The objects on a page of a list, and the token of the next page; null: it is the last. */
export function parsePage(xml: string, prefix: string): { objects: StoredObject[]; next: string | null } {
  const entries = xml.split('</Contents>').slice(0, -1);
  const objects = entries.map((text) => {
    const entry = text.slice(text.lastIndexOf('<Contents>'));
    return {
      key: tag(entry, 'Key').slice(prefix.length),
      bytes: Number(tag(entry, 'Size')),
      modifiedAt: new Date(tag(entry, 'LastModified')),
    };
  });
  const token = tag(xml, 'IsTruncated') === 'true' ? tag(xml, 'NextContinuationToken') : '';
  return { objects, next: token === '' ? null : token };
}

/** The text of the first element with this name and no attributes; '' if there is none. */
function tag(xml: string, name: string): string {
  const start = xml.indexOf(`<${name}>`);
  if (start < 0) return '';
  const from = start + name.length + 2;
  const end = xml.indexOf('<', from);
  return end > 0 && xml.startsWith(`</${name}>`, end) ? decodeXML(xml.slice(from, end)) : '';
}

/** The error for a store that refuses a request; its message names the setting to correct. */
export function describeRefusal(
  { bucket, endpoint, region }: StoreConfig,
  names: StoreNames,
  { status, code }: Failure,
): Error {
  const said = code === '' ? `HTTP ${status}` : code;
  const refused = (setting: keyof StoreNames, message: string) =>
    new StoreRefused(`${names[setting]}: ${message}`);
  if (/SHA256Mismatch|BadDigest|InvalidDigest|ChecksumMismatch/i.test(code))
    return new DamagedFile(`the store refuses a file, whose content is not what it should be: ${said}`);
  if (code === 'NoSuchBucket' || (status === 404 && code === ''))
    return refused('bucket', `there is no bucket "${bucket}" at ${endpoint}. Make it first.`);
  if (/InvalidAccessKeyId|UserNotFound/.test(code))
    return refused('accessKeyId', `${endpoint} does not know this key (${said}).`);
  if (code === 'SignatureDoesNotMatch')
    return refused('secretAccessKey', `${endpoint} says it is not the secret of the key (${said}).`);
  if (/Token/.test(code)) return refused('sessionToken', `${endpoint} refuses it (${said}).`);
  if (code === 'RequestTimeTooSkewed')
    return refused('endpoint', `the clock of ${endpoint} is not this machine's (${said}).`);
  if (/Redirect|AuthorizationHeaderMalformed|Location|Region/.test(code) || status === 301)
    return refused('region', `the bucket "${bucket}" is not in ${region} (${said}).`);
  if (status === 401 || status === 403)
    return refused('accessKeyId', `${endpoint} does not let this key use the bucket "${bucket}" (${said}).`);
  return refused('bucket', `${endpoint} refuses a request (${said}).`);
}
