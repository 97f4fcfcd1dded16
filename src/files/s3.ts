import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { StoreConfig } from '../base/config.ts';
import { DamagedFile } from '../base/durable-file.ts';
import {
  type FoundObject,
  type ObjectStore,
  type StoredObject,
  StoreRefused,
  StoreUnavailable,
  type WriteCondition,
} from './object-store.ts';
import {
  describeRefusal,
  type Failure,
  parsePage,
  readContent,
  readFailure,
  type StoreNames,
  VARIABLES,
} from './s3-responses.ts';

/** A store that sends and accepts nothing for this long is away. A transfer may take as long as bytes move. */
const SILENT_MS = 5_000;
/**
 * Longer limit for calls in which the store writes or finds a file before it answers. All tries together end within two
 * minutes.
 */
const SILENT_FILE_MS = 25_000;
/** Number of tries of a repeatable call, with pauses of FIRST_PAUSE_MS, twice that, and so on. */
const TRIES = 4;
const FIRST_PAUSE_MS = 100;
/** Maximum size of the small objects that are held in memory. */
const MOST_BYTES = 64 << 20;

/** Error codes of this machine's disk: retrying or waiting for the store does not help. */
const LOCAL = [
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'ENOENT',
  'EIO',
  'EMFILE',
  'ENOTDIR',
  'EISDIR',
];
const EMPTY_SHA256 = createHash('sha256').digest('hex');

interface Call {
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Text, or a file with its SHA-256. */
  body?: string | { path: string; bytes: number; sha256: string };
  silentMs?: number;
  onProgress?: (() => void) | undefined;
}

/** How a store is used that is not the operator's own. */
export interface S3Options {
  names?: StoreNames;
  /** Resolves the store's name; by default as the system does. */
  lookup?: LookupFunction;
  /** Ends all calls. */
  signal?: AbortSignal;
  /** Maximum size of a small object, and of any other answer that is held in memory. */
  mostBytes?: number;
}

/** An S3-compatible store with path-style addresses, which work whatever the server's host name is. */
export class S3Store implements ObjectStore, Disposable {
  readonly #config: StoreConfig;
  readonly #names: StoreNames;
  readonly #lookup: LookupFunction | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #mostBytes: number;
  readonly #transport: typeof http | typeof https;
  readonly #agent: http.Agent;
  /** Signing keys of the current day. */
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(
    config: StoreConfig,
    { names = VARIABLES, lookup, signal, mostBytes = MOST_BYTES }: S3Options = {},
  ) {
    this.#config = config;
    this.#names = names;
    this.#lookup = lookup;
    this.#signal = signal;
    this.#mostBytes = mostBytes;
    const isSecure = config.endpoint.startsWith('https:');
    this.#transport = isSecure ? https : http;
    this.#agent = isSecure ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true });
  }

  /** Address for messages and comparison; without credentials. */
  get address(): string {
    const { endpoint, bucket, prefix } = this.#config;
    return `${endpoint}/${bucket}/${prefix}`;
  }

  /** @throws StoreRefused if the bucket or the credentials are wrong, StoreUnavailable if nothing answers */
  async check(): Promise<void> {
    for await (const _ of this.list('schema-')) return;
  }

  async get(key: string, unless?: string): Promise<FoundObject | 'unchanged' | null> {
    return this.#retrying(async () => {
      const response = await this.#call('GET', {
        key,
        headers: unless === undefined ? {} : { 'If-None-Match': unless },
      });
      if (response.statusCode === 304) return this.#drained(response, 'unchanged' as const);
      if (response.statusCode === 404) return this.#absent(response);
      const content = await readContent(await this.#checked(response), this.#mostBytes);
      return {
        content,
        etag: response.headers.etag ?? '',
        modifiedAt: new Date(response.headers['last-modified'] ?? Date.now()),
      };
    });
  }

  async put(key: string, content: string, condition?: WriteCondition): Promise<string | null> {
    const headers: Record<string, string> = !condition
      ? {}
      : 'ifMatch' in condition
        ? { 'If-Match': condition.ifMatch }
        : { 'If-None-Match': '*' };
    let isRepeated = false;
    return this.#retrying(async () => {
      const isAmbiguous = isRepeated;
      isRepeated = true;
      const response = await this.#call('PUT', { key, headers, body: content });
      // 404: nothing to match; 409: another write is under way.
      const isRefused = condition && [404, 409, 412].includes(response.statusCode ?? 0);
      if (isRefused) {
        const failure = await readFailure(response, this.#mostBytes);
        if (failure.code === 'NoSuchBucket') throw this.#refusal(failure);
        if (!isAmbiguous) return null;
        // The answer to an earlier try may be lost, so the object may hold our own write.
        const now = await this.get(key);
        return now && now !== 'unchanged' && now.content.equals(Buffer.from(content)) ? now.etag : null;
      }
      await this.#drained(await this.#checked(response), null);
      return response.headers.etag ?? '';
    });
  }

  async download(key: string, path: string, sha256: string, onProgress = () => {}): Promise<boolean> {
    return this.#retrying(async () => {
      const response = await this.#call('GET', { key, silentMs: SILENT_FILE_MS });
      if (response.statusCode === 404) return (await this.#absent(response)) !== null;
      await this.#checked(response);
      const hash = createHash('sha256');
      const file = await open(path, 'w');
      try {
        for await (const chunk of response as AsyncIterable<Buffer>) {
          hash.update(chunk);
          await file.writeFile(chunk);
          onProgress();
        }
        if (hash.digest('hex') !== sha256) throw new DamagedFile(`${key} is not what its key says`);
        await file.sync();
      } finally {
        response.destroy(); // no effect if it was read to its end
        await file.close();
      }
      return true;
    });
  }

  async upload(key: string, path: string, sha256: string, onProgress?: () => void): Promise<void> {
    const { size: bytes } = await stat(path);
    await this.#retrying(async () => {
      const response = await this.#call('PUT', {
        key,
        headers: { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') },
        body: { path, bytes, sha256 },
        silentMs: SILENT_FILE_MS,
        onProgress,
      });
      await this.#drained(await this.#checked(response), null);
    });
  }

  async head(key: string): Promise<StoredObject | null> {
    return this.#retrying(async () => {
      const response = await this.#call('HEAD', { key });
      if (response.statusCode === 404) return this.#drained(response, null);
      await this.#drained(await this.#checked(response), null);
      const { 'content-length': bytes, 'last-modified': modified } = response.headers;
      return { key, bytes: Number(bytes), modifiedAt: new Date(modified ?? 0) };
    });
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    let token: string | null = null;
    do {
      const query: Record<string, string> = {
        'list-type': '2',
        prefix: this.#config.prefix + prefix,
        ...(token === null ? {} : { 'continuation-token': token }),
      };
      const xml = await this.#retrying(async () => {
        const response = await this.#call('GET', { query });
        return (await readContent(await this.#checked(response), this.#mostBytes)).toString();
      });
      const { objects, next } = parsePage(xml, this.#config.prefix);
      yield* objects;
      token = next;
    } while (token !== null);
  }

  async remove(key: string): Promise<void> {
    await this.#retrying(async () => {
      const response = await this.#call('DELETE', { key });
      if (response.statusCode !== 404) await this.#checked(response);
      await this.#drained(response, null);
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Sends a request. @returns the response; its body must be read to the end or destroyed */
  async #call(method: string, { key, query, headers = {}, body, silentMs = SILENT_MS, onProgress }: Call) {
    const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey, sessionToken } = this.#config;
    const path = key === undefined ? bucket : `${bucket}/${prefix}${key}`;
    const search = Object.entries(query ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const url = `${endpoint}/${escaped(path)}${search.length === 0 ? '' : `?${search.join('&')}`}`;
    const sha256 =
      body === undefined
        ? EMPTY_SHA256
        : typeof body === 'string'
          ? createHash('sha256').update(body).digest('hex')
          : body.sha256;
    const signed = await new AwsV4Signer({
      method,
      url,
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      service: 's3',
      region,
      cache: this.#signingKeys,
    }).sign();
    const bytes = typeof body === 'string' ? Buffer.byteLength(body) : (body?.bytes ?? 0);
    const request = this.#transport.request(signed.url, {
      method,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(body === undefined ? {} : { 'content-length': bytes }),
      },
      agent: this.#agent,
      timeout: silentMs,
      ...(this.#lookup && { lookup: this.#lookup }),
      ...(this.#signal && { signal: this.#signal }),
    });
    request.on('timeout', () => request.destroy(new Error(`it is silent for ${silentMs / 1000} s`)));
    return new Promise<http.IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject);
      if (body === undefined || typeof body === 'string') {
        request.end(body);
        return;
      }
      const file = createReadStream(body.path, { highWaterMark: 1 << 20 });
      if (onProgress) file.on('data', onProgress);
      pipeline(file, request).catch(reject); // after an early answer, nobody waits for the upload
    });
  }

  /** @throws the error that the response describes, unless it is a success */
  async #checked(response: http.IncomingMessage): Promise<http.IncomingMessage> {
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return response;
    const failure = await readFailure(response, this.#mostBytes);
    if (status >= 500 || status === 429 || status === 408 || status === 409)
      throw new Error(`it answers ${status} ${failure.code}`);
    throw this.#refusal(failure);
  }

  #refusal(failure: Failure): Error {
    return describeRefusal(this.#config, this.#names, failure);
  }

  /** null for a missing object. @throws StoreRefused if more than the object is missing */
  async #absent(response: http.IncomingMessage): Promise<null> {
    const failure = await readFailure(response, this.#mostBytes);
    if (!['NoSuchKey', ''].includes(failure.code)) throw this.#refusal(failure);
    return null;
  }

  /** Reads a response to its end, so that its connection is reused. */
  async #drained<T>(response: http.IncomingMessage, result: T): Promise<T> {
    await readContent(response, this.#mostBytes);
    return result;
  }

  /** Repeats calls that fail because of the connection or the server. */
  async #retrying<T>(call: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await call();
      } catch (error) {
        this.#signal?.throwIfAborted();
        const { code = '', message } = error as NodeJS.ErrnoException;
        const isFinal = error instanceof DamagedFile || error instanceof StoreRefused || LOCAL.includes(code);
        if (isFinal || error instanceof StoreUnavailable) throw error;
        if (tries === TRIES)
          throw new StoreUnavailable(this.#names.store, `${this.#config.endpoint}: ${message || code}`);
        await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random()));
      }
    }
  }
}

/** A path as it is signed. Sent otherwise, as with a bare =, versitygw 1.7 finds that the signature does not match. */
function escaped(path: string): string {
  const byte = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return path
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[!'()*]/g, byte))
    .join('/');
}
