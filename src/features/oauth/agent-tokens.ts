import { hkdfSync } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';

const TOKEN_TYPE = 'at+jwt';
const ALGORITHM = 'HS256';
export const AGENT_TOKEN_SECONDS = 900;

/** The addresses that a token names: who issued it, and what it is for. */
export interface Addresses {
  issuer: string;
  /** The exact address of /mcp (RFC 8707). */
  resource: string;
}

/** Whether two addresses name one resource: upper case of the host, the usual port and a slash at the end do not count. */
export function isSameResource(one: string, other: string): boolean {
  return normalForm(one) === normalForm(other);
}

function normalForm(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.pathname = url.pathname.replace(/\/$/, '');
  return url.href;
}

/** The access tokens of agents (RFC 9068). Their key is not that of logins: neither can be taken for the other. */
export class AgentTokens {
  readonly #key: Uint8Array;

  constructor(jwtSecret: string) {
    this.#key = new Uint8Array(hkdfSync('sha256', jwtSecret, '', 'access tokens of agents', 32));
  }

  /** @param connection the id of its session */
  issue(
    { issuer, resource }: Addresses,
    {
      connection,
      userId,
      clientId,
      scopes,
      id,
    }: { connection: string; userId: string; clientId: string; scopes: string[]; id: string },
  ): Promise<string> {
    return new SignJWT({ sid: connection, client_id: clientId, scope: scopes.join(' ') })
      .setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE })
      .setIssuer(issuer)
      .setAudience(resource)
      .setSubject(userId)
      .setJti(id)
      .setIssuedAt()
      .setExpirationTime(`${AGENT_TOKEN_SECONDS}s`)
      .sign(this.#key);
  }

  /** The claims of a token for this resource; null: jose refuses it. */
  async claimsOf(token: string, { issuer, resource }: Addresses): Promise<JWTPayload | null> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: [ALGORITHM],
        issuer,
        audience: resource,
        typ: TOKEN_TYPE,
        requiredClaims: ['exp', 'iat', 'sub', 'sid', 'client_id', 'jti'],
        maxTokenAge: AGENT_TOKEN_SECONDS,
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }
}
