import { isDeepStrictEqual } from 'node:util';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { OrgId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { type Db, isConnectionError, promptly } from '../../db/client.ts';
import { goesOn, type MemberRole } from '../../features/accounts/sessions.ts';
import { findServerKey, serverKeyHash } from '../../features/administration/server-keys.ts';
import { apiKeyHash, type Scope } from '../../features/api-keys/api-keys.ts';
import { KeyUse } from '../../features/api-keys/key-use.ts';
import { type Addresses, AgentTokens } from '../../features/oauth/agent-tokens.ts';
import type { Plan } from '../../features/quotas/quotas.ts';
import { BEARERS, bearerOwner } from '../../features/scim/bearer.ts';
import { type RateCaller, rateKeys } from './rate-limits.ts';
import { type Loaded, RefreshedCache } from './refreshed-cache.ts';

interface Caller extends RateCaller {
  /** The id in the cache: the key's hash in hexadecimal, or the session's id. */
  cacheId: string;
}
/** A caller of an organisation. */
interface TenantCaller extends Caller {
  orgId: OrgId;
  plan: Plan;
  /** Whether the server's administrator suspended the organisation. */
  isSuspended: boolean;
}
export interface KeyPrincipal extends TenantCaller {
  kind: 'key';
  /** The id of the key, or of the connection of an agent. */
  keyId: string;
  /** Whether an agent calls that a member connected, which has the rights of a key. */
  isAgent: boolean;
  scopes: Scope[];
  /** The brands that the key may read; null: all. */
  brandIds: string[] | null;
  expiresAt: Date | null;
}
export interface UserPrincipal extends TenantCaller {
  kind: 'user';
  userId: string;
  sessionId: string;
  role: MemberRole;
  /** Whether the organisation's provider logged it in. */
  isSingleSignOn: boolean;
}
/** An organisation's provider, which says who its members are. */
export interface ScimPrincipal extends TenantCaller {
  kind: 'scim';
}
export type TenantPrincipal = KeyPrincipal | UserPrincipal | ScimPrincipal;
/** The server's administrator, who belongs to no organisation. */
export interface AdminPrincipal extends Caller {
  kind: 'admin';
  keyId: string;
  scopes: string[];
}
export type Principal = TenantPrincipal | AdminPrincipal;

/** The organisation of a caller; null: the server's administrator. */
export function callersOrganisation(principal: Principal | undefined): OrgId | null {
  return principal === undefined || principal.kind === 'admin' ? null : principal.orgId;
}

const ISSUER = 'sightline';
const AUDIENCE = 'sightline-api';
const TOKEN_TYPE = 'at+jwt';
const ALGORITHM = 'HS256';
export const ACCESS_TOKEN_SECONDS = 3600;

/**
 * Authenticates callers. Keys and sessions are cached, and one query refreshes all that are in use: a revocation takes
 * effect within 5 s in every process, and reports are served for 15 minutes without Postgres. Before a write, the
 * caller is read from the database (`current`).
 */
export class Auth {
  readonly #secret: Uint8Array;
  readonly #keys: RefreshedCache<KeyPrincipal>;
  /**
   * The hashes of keys in use: computing checksum and SHA-256 each time makes a cached report take 1.13 times the CPU.
   * Never written to disk.
   */
  readonly #hashes = new LRUCache<string, string>({ max: 10_000 });
  readonly #sessions: RefreshedCache<UserPrincipal>;
  readonly #agents: RefreshedCache<KeyPrincipal>;
  readonly agentTokens: AgentTokens;
  readonly keyUse: KeyUse;
  readonly #db: Db;
  readonly #rateKey: RateKey;

  constructor(db: Db, jwtSecret: string, log: Log) {
    this.#secret = new TextEncoder().encode(jwtSecret);
    const rateKey = rateKeys(jwtSecret);
    this.#db = db;
    this.#rateKey = rateKey;
    this.#keys = new RefreshedCache((hashes) => db.guard(() => loadKeys(db, hashes, rateKey)), log);
    this.#sessions = new RefreshedCache((ids) => db.guard(() => loadSessions(db, ids, rateKey)), log);
    this.#agents = new RefreshedCache((ids) => db.guard(() => loadAgents(db, ids, rateKey)), log);
    this.agentTokens = new AgentTokens(jwtSecret);
    this.keyUse = new KeyUse(db, log);
  }

  /**
   * The principal of an API key; null for an unknown, revoked, expired or malformed key. A cached principal is returned
   * without a promise, because an await for each request would cost time.
   * @throws AppError unavailable without the database
   */
  key(key: string): KeyPrincipal | null | Promise<KeyPrincipal | null> {
    let hash = this.#hashes.get(key);
    if (hash === undefined) {
      hash = apiKeyHash(key)?.toString('hex');
      if (hash === undefined) return null;
      this.#hashes.set(key, hash);
    }
    const found = this.#keys.get(hash);
    return found instanceof Promise
      ? found.then((principal) => this.#noteUse(principal))
      : this.#noteUse(found);
  }

  #noteUse(principal: KeyPrincipal | null): KeyPrincipal | null {
    // The cached key includes its expiry, which is therefore exact and needs no database.
    const isExpired = principal?.expiresAt != null && principal.expiresAt.getTime() <= Date.now();
    if (!principal || isExpired) return null;
    this.keyUse.note(principal.orgId, principal.keyId);
    return principal;
  }

  /**
   * The principal of an access token; null if the token is not signed by this server or has expired, or its session has
   * ended.
   * @throws AppError unavailable without the database
   */
  async token(token: string): Promise<UserPrincipal | null> {
    const claims = await this.#verifyClaims(token);
    if (typeof claims?.['sid'] !== 'string') return null;
    const session = await this.#sessions.get(claims['sid']);
    return session?.userId === claims.sub ? session : null;
  }

  /**
   * The principal of an agent's access token; null if it was not issued by this server for this resource, has expired,
   * or its connection has ended.
   * @throws AppError unavailable without the database
   */
  async agent(token: string, addresses: Addresses): Promise<KeyPrincipal | null> {
    const claims = await this.agentTokens.claimsOf(token, addresses);
    return typeof claims?.['sid'] === 'string' ? this.#agents.get(claims['sid']) : null;
  }

  /**
   * The organisation of a bearer of SCIM; null for any other. Read from the database each time: providers call rarely.
   * @throws AppError unavailable
   */
  async scim(token: string): Promise<ScimPrincipal | null> {
    const hash = BEARERS.hashOf(token);
    return hash === null ? null : this.#findScim(hash);
  }

  async #findScim(hash: Buffer): Promise<ScimPrincipal | null> {
    const id = hash.toString('hex');
    const { found, unknown } = await promptly(
      this.#db.guard(() => loadScim(this.#db, hash, id, this.#rateKey)),
    );
    if (unknown.has(id)) throw unknown.get(id);
    return found.get(id) ?? null;
  }

  /**
   * The principal of a key of the server's administrator; null for any other. Read from the database each time: it
   * calls rarely, and a key that is revoked has no further request.
   * @throws AppError unavailable
   */
  async admin(key: string): Promise<AdminPrincipal | null> {
    const hash = serverKeyHash(key);
    return hash === null ? null : this.#findAdmin(hash);
  }

  async #findAdmin(hash: Buffer): Promise<AdminPrincipal | null> {
    const found = await promptly(this.#db.guard(() => findServerKey(this.#db.sql, hash)));
    if (!found) return null;
    const rateKey = this.#rateKey(`admin ${found.id}`);
    const { id: keyId, scopes } = found;
    return { kind: 'admin', cacheId: hash.toString('hex'), keyId, scopes, rateKey, dayKey: rateKey };
  }

  /** The claims of an access token; null: jose refuses it. */
  async #verifyClaims(token: string): Promise<JWTPayload | null> {
    try {
      const { payload } = await jwtVerify(token, this.#secret, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: TOKEN_TYPE,
        requiredClaims: ['exp', 'iat', 'sub', 'sid'],
        maxTokenAge: ACCESS_TOKEN_SECONDS,
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  /**
   * The same caller as the database has it now; null: the key or session has ended.
   * @throws AppError unavailable
   */
  async current(principal: Principal): Promise<Principal | null> {
    switch (principal.kind) {
      case 'user':
        return this.#sessions.current(principal.cacheId);
      case 'scim':
        return this.#findScim(Buffer.from(principal.cacheId, 'hex'));
      case 'admin':
        return this.#findAdmin(Buffer.from(principal.cacheId, 'hex'));
      case 'key':
        return (principal.isAgent ? this.#agents : this.#keys).current(principal.cacheId);
    }
  }

  /**
   * Whether a caller of a long answer still has the rights with which it began; known within 5 s, as for each request.
   * @throws AppError unavailable
   */
  async hasSameRights(principal: KeyPrincipal | UserPrincipal): Promise<boolean> {
    const { cacheId } = principal;
    const ofKeys = principal.kind === 'key' && (principal.isAgent ? this.#agents : this.#keys);
    const now = await (ofKeys || this.#sessions).get(cacheId);
    const isExpired = now?.kind === 'key' && now.expiresAt !== null && now.expiresAt.getTime() <= Date.now();
    return now !== null && !isExpired && isDeepStrictEqual(rights(now), rights(principal));
  }

  /** Signs an access token of a session, valid for an hour. */
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
    this.#agents.close();
    await this.keyUse.close();
  }
}

function rights(principal: KeyPrincipal | UserPrincipal): unknown[] {
  const { plan, isSuspended } = principal;
  const own = principal.kind === 'key' ? [principal.scopes, principal.brandIds] : [principal.role];
  return [plan, isSuspended, ...own];
}

type RateKey = ReturnType<typeof rateKeys>;

/** The state of a caller's organisation. */
type OfOrganisation = Pick<TenantCaller, 'plan' | 'isSuspended'>;
type KeyRow = Omit<KeyPrincipal, keyof RateCaller | keyof OfOrganisation | 'cacheId' | 'isAgent'>;

async function loadKeys(db: Db, hashes: string[], rateKey: RateKey): Promise<Loaded<KeyPrincipal>> {
  const rows = await db.sql<(KeyRow & { hash: string })[]>`
    select encode(k.hash, 'hex') as hash, k.org_id as "orgId", k.key_id as "keyId", k.scopes,
           k.brand_ids as "brandIds", k.expires_at as "expiresAt"
    from api_key_index k
    where k.hash in (select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash)
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`;
  return withOrganisations(
    db,
    rows,
    ({ hash }) => hash,
    ({ hash, ...key }, organisation) => ({
      kind: 'key',
      isAgent: false,
      ...key,
      ...organisation,
      cacheId: hash,
      rateKey: rateKey(`key ${key.keyId}`),
      dayKey: rateKey(`org ${key.orgId}`),
    }),
  );
}

async function loadAgents(db: Db, ids: string[], rateKey: RateKey): Promise<Loaded<KeyPrincipal>> {
  const rows = await db.sql<KeyRow[]>`
    select s.id as "keyId", s.org_id as "orgId", c.scopes, c.brand_ids as "brandIds", null as "expiresAt"
    from sessions s join oauth_connections c on c.session_id = s.id
    where s.id = any(${ids}) and ${goesOn(db.sql)}`;
  return withOrganisations(
    db,
    rows,
    ({ keyId }) => keyId,
    (row, organisation) => ({
      kind: 'key',
      isAgent: true,
      ...row,
      ...organisation,
      cacheId: row.keyId,
      rateKey: rateKey(`agent ${row.keyId}`),
      dayKey: rateKey(`org ${row.orgId}`),
    }),
  );
}

async function loadSessions(db: Db, ids: string[], rateKey: RateKey): Promise<Loaded<UserPrincipal>> {
  const rows = await db.sql<Omit<UserPrincipal, keyof RateCaller | keyof OfOrganisation | 'cacheId'>[]>`
    select s.id as "sessionId", s.user_id as "userId", s.org_id as "orgId", s.role,
           s.single_sign_on as "isSingleSignOn"
    from sessions s
    where s.id = any(${ids}) and ${goesOn(db.sql)}`;
  return withOrganisations(
    db,
    rows,
    ({ sessionId }) => sessionId,
    (row, organisation) => ({
      kind: 'user',
      ...row,
      ...organisation,
      cacheId: row.sessionId,
      rateKey: rateKey(`session ${row.sessionId}`),
      // A session has its own day count: it can still revoke a leaked key that has used up the organisation's count.
      dayKey: rateKey(`session ${row.sessionId}`),
    }),
  );
}

async function loadScim(
  db: Db,
  hash: Buffer,
  id: string,
  rateKeyOf: RateKey,
): Promise<Loaded<ScimPrincipal>> {
  const orgId = await bearerOwner(db, hash);
  const rateKey = rateKeyOf(`scim ${orgId}`);
  return withOrganisations(
    db,
    orgId === undefined ? [] : [{ orgId }],
    () => id,
    (row, organisation) => ({ kind: 'scim', cacheId: id, ...row, ...organisation, rateKey, dayKey: rateKey }),
  );
}

/**
 * The callers of rows by their cache ids, with plan and state of their organisations. A caller of a deleted
 * organisation is absent. There is no join, because in a distributed database keys and sessions are on the coordinator
 * and organisations elsewhere: while a node is unreachable, the callers of its organisations are unknown.
 */
async function withOrganisations<Row extends { orgId: OrgId }, T>(
  db: Db,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  callerOf: (row: Row, organisation: OfOrganisation) => T,
): Promise<Loaded<T>> {
  const { organisations, unknown } = await readOrganisations(db, [
    ...new Set(rows.map(({ orgId }) => orgId)),
  ]);
  const loaded: Loaded<T> = { found: new Map(), unknown: new Map() };
  for (const row of rows) {
    const organisation = organisations.get(row.orgId);
    if (organisation !== undefined) loaded.found.set(idOf(row), callerOf(row, organisation));
    else if (unknown.has(row.orgId)) loaded.unknown.set(idOf(row), unknown.get(row.orgId));
  }
  return loaded;
}

/** Organisations by their ids, and the error for each that could not be read. */
async function readOrganisations(
  { sql }: Db,
  ids: OrgId[],
): Promise<{ organisations: Map<OrgId, OfOrganisation>; unknown: Map<OrgId, unknown> }> {
  const organisations = new Map<OrgId, OfOrganisation>();
  const unknown = new Map<OrgId, unknown>();
  const read = async (wanted: OrgId[]) => {
    const found = await sql<(OfOrganisation & { id: OrgId })[]>`
      select id, plan, suspended_at is not null as "isSuspended" from organisations where id = any(${wanted})`;
    for (const { id, ...organisation } of found) organisations.set(id, organisation);
  };
  if (ids.length === 0) return { organisations, unknown };
  try {
    await read(ids);
  } catch (error) {
    if (!isConnectionError(error)) throw error;
    const readAlone = async (id: OrgId) => {
      await read([id]).catch((error) => {
        if (!isConnectionError(error)) throw error;
        unknown.set(id, error);
      });
    };
    await Promise.all(ids.map(readAlone));
  }
  return { organisations, unknown };
}
