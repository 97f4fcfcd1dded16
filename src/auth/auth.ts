import { setInterval } from 'node:timers';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { AppError } from '../base/errors.ts';
import type { OrgId } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import { type Db, promptly } from '../db/client.ts';
import { apiKeyHash, type Scope } from '../domain/accounts/api-keys.ts';
import { KeyUse } from '../domain/accounts/key-use.ts';
import type { MemberRole } from '../domain/accounts/sessions.ts';
import type { Plan } from '../domain/organisations/quotas.ts';
import { type RateCaller, rateKey } from './rate-limits.ts';

interface Caller extends RateCaller {
  /** What it is looked up by: the key's hash, or the session. */
  lookedUpBy: string;
  orgId: OrgId;
  plan: Plan;
}
export interface KeyPrincipal extends Caller {
  kind: 'key';
  keyId: string;
  scopes: Scope[];
  /** Brands the key is limited to; null: all. */
  brandIds: string[] | null;
  expiresAt: Date | null;
}
export interface UserPrincipal extends Caller {
  kind: 'user';
  userId: string;
  sessionId: string;
  role: MemberRole;
}
export type Principal = KeyPrincipal | UserPrincipal;

const ISSUER = 'sightline';
const AUDIENCE = 'sightline-api';
const TOKEN_TYPE = 'at+jwt';
const ALGORITHM = 'HS256';
export const ACCESS_TOKEN_SECONDS = 3600;

/**
 * Who is calling. Keys and sessions are answered from memory, kept fresh by one query for all that are in
 * use: a revocation holds within 5 s in every process, and reports go on for 15 minutes without Postgres. Who
 * writes is asked for anew (`current`).
 */
export class Auth {
  readonly #secret: Uint8Array;
  readonly #keys: FreshCache<KeyPrincipal>;
  /** Hashes of keys in use: checksum and SHA-256 took 5 % of a cached report's time. In memory alone. */
  readonly #hashes = new LRUCache<string, string>({ max: 10_000 });
  readonly #sessions: FreshCache<UserPrincipal>;
  readonly keyUse: KeyUse;

  constructor(db: Db, jwtSecret: string, log: Log) {
    this.#secret = new TextEncoder().encode(jwtSecret);
    this.#keys = new FreshCache((hashes) => db.guard(() => loadKeys(db, hashes)));
    this.#sessions = new FreshCache((ids) => db.guard(() => loadSessions(db, ids)));
    this.keyUse = new KeyUse(db, log);
  }

  /**
   * The key's principal; null for one that is unknown, revoked, expired or no key at all. At once where it is
   * known: who calls this for each request spares a turn of promises.
   */
  key(key: string): KeyPrincipal | null | Promise<KeyPrincipal | null> {
    let hash = this.#hashes.get(key);
    if (hash === undefined) {
      hash = apiKeyHash(key)?.toString('hex');
      if (hash === undefined) return null;
      this.#hashes.set(key, hash);
    }
    const found = this.#keys.get(hash);
    return found instanceof Promise ? found.then((principal) => this.#inUse(principal)) : this.#inUse(found);
  }

  #inUse(principal: KeyPrincipal | null): KeyPrincipal | null {
    // Known beforehand, so it holds to the moment, and without Postgres.
    const isExpired = principal?.expiresAt != null && principal.expiresAt.getTime() <= Date.now();
    if (!principal || isExpired) return null;
    this.keyUse.note(principal.orgId, principal.keyId);
    return principal;
  }

  /** The principal of an access token; null for one that is not ours, not valid any more, or logged out. */
  async token(token: string): Promise<UserPrincipal | null> {
    try {
      const { payload } = await jwtVerify(token, this.#secret, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: TOKEN_TYPE,
        requiredClaims: ['exp', 'iat', 'sub', 'sid'],
        maxTokenAge: ACCESS_TOKEN_SECONDS,
      });
      const session = typeof payload['sid'] === 'string' ? await this.#sessions.get(payload['sid']) : null;
      return session?.userId === payload.sub ? session : null;
    } catch (error) {
      if (error instanceof AppError) throw error;
      return null;
    }
  }

  /** The same caller as the database knows it now; null where that has ended. @throws AppError unavailable */
  async current(principal: Principal): Promise<Principal | null> {
    return (principal.kind === 'key' ? this.#keys : this.#sessions).current(principal.lookedUpBy);
  }

  /** A signed access token of a session, valid for an hour. */
  issue(sessionId: string, userId: string): Promise<string> {
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(userId)
      .setIssuedAt()
      .setExpirationTime(`${ACCESS_TOKEN_SECONDS}s`)
      .sign(this.#secret);
  }

  async close(): Promise<void> {
    this.#keys.close();
    this.#sessions.close();
    await this.keyUse.close();
  }
}

async function loadKeys(db: Db, hashes: string[]): Promise<Map<string, KeyPrincipal>> {
  const rows = await db.sql<(Omit<KeyPrincipal, keyof RateCaller | 'lookedUpBy'> & { hash: string })[]>`
    select encode(k.hash, 'hex') as hash, k.org_id as "orgId", k.key_id as "keyId", k.scopes,
           k.brand_ids as "brandIds", k.expires_at as "expiresAt", o.plan
    from api_key_index k join organisations o on o.id = k.org_id
    where k.hash in (select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash)
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`;
  return new Map(
    rows.map(({ hash, ...key }) => [
      hash,
      {
        kind: 'key',
        ...key,
        lookedUpBy: hash,
        rateKey: rateKey(`key ${key.keyId}`),
        dayKey: rateKey(`org ${key.orgId}`),
      },
    ]),
  );
}

async function loadSessions(db: Db, ids: string[]): Promise<Map<string, UserPrincipal>> {
  const rows = await db.sql<Omit<UserPrincipal, keyof RateCaller | 'lookedUpBy'>[]>`
    select s.id as "sessionId", s.user_id as "userId", s.org_id as "orgId", s.role, o.plan
    from sessions s join organisations o on o.id = s.org_id
    where s.id = any(${ids}) and s.ended_at is null`;
  return new Map(
    rows.map((row) => [
      row.sessionId,
      {
        kind: 'user',
        ...row,
        lookedUpBy: row.sessionId,
        rateKey: rateKey(`session ${row.sessionId}`),
        // Its own day, and not the organisation's: a leaked key that has spent that can still be revoked.
        dayKey: rateKey(`session ${row.sessionId}`),
      },
    ]),
  );
}

const REFRESH_MS = 1_500;
/** Older than this, a value is loaded anew before it is used; with REFRESH_MS well below the 5 s promised. */
const FRESH_MS = 3_500;
const WITHOUT_DATABASE_MS = 15 * 60_000;

interface Entry<T> {
  value: T;
  loadedAt: number;
  isUsed: boolean;
}

/** Values from Postgres by id. Absent ones are not kept, so that a new one works at once. */
class FreshCache<T extends object> {
  readonly #load: (ids: string[]) => Promise<Map<string, T>>;
  readonly #entries = new LRUCache<string, Entry<T>>({ max: 20_000 });
  readonly #loading = new Map<string, Promise<T | null>>();
  readonly #timer: NodeJS.Timeout;
  #isRefreshing = false;
  #isDatabaseAway = false;

  constructor(load: (ids: string[]) => Promise<Map<string, T>>) {
    this.#load = load;
    this.#timer = setInterval(() => void this.#refresh(), REFRESH_MS).unref();
  }

  /** At once where it is fresh. */
  get(id: string): T | Promise<T | null> {
    const entry = this.#entries.get(id);
    if (entry) {
      entry.isUsed = true;
      const age = performance.now() - entry.loadedAt;
      if (age < FRESH_MS || (this.#isDatabaseAway && age < WITHOUT_DATABASE_MS)) return entry.value;
    }
    return this.#loadShared(id, entry);
  }

  /** Asked of the database, by a query that begins now. */
  async current(id: string): Promise<T | null> {
    return this.#loadOne(id);
  }

  async #loadShared(id: string, entry: Entry<T> | undefined): Promise<T | null> {
    const loading = this.#loading.get(id) ?? this.#loadOne(id);
    this.#loading.set(id, loading);
    try {
      return await loading;
    } catch (error) {
      if (entry && performance.now() - entry.loadedAt < WITHOUT_DATABASE_MS) return entry.value;
      throw error;
    } finally {
      this.#loading.delete(id);
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #loadOne(id: string): Promise<T | null> {
    const values = await this.#fetch([id]);
    return values.get(id) ?? null;
  }

  async #fetch(ids: string[]): Promise<Map<string, T>> {
    const startedAt = performance.now();
    try {
      const values = await promptly(this.#load(ids));
      this.#isDatabaseAway = false;
      for (const id of ids) {
        const value = values.get(id);
        if (value) this.#entries.set(id, { value, loadedAt: startedAt, isUsed: false });
        else this.#entries.delete(id);
      }
      return values;
    } catch (error) {
      this.#isDatabaseAway = true;
      throw error;
    }
  }

  /** One query for all that was used since the last one. What was not used is loaded again when it is. */
  async #refresh(): Promise<void> {
    if (this.#isRefreshing) return;
    const ids: string[] = [];
    for (const [id, entry] of this.#entries.entries()) {
      if (entry.isUsed || this.#isDatabaseAway) ids.push(id);
      entry.isUsed = false;
    }
    if (ids.length === 0) return;
    this.#isRefreshing = true;
    // A failure is remembered by #fetch; the request that needs the database reports it.
    await this.#fetch(ids).catch(() => {});
    this.#isRefreshing = false;
  }
}
