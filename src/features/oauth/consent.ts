import { AppError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db } from '../../db/client.ts';
import { refuseUnknownBrands } from '../api-keys/api-keys.ts';
import { type Actor, audit } from '../audit/audit.ts';
import { hashOf, Tokens } from '../tokens/tokens.ts';
import type { Addresses } from './agent-tokens.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { shownTarget, withAnswer } from './redirect-uris.ts';

type Schemas = components['schemas'];

const CODES = new Tokens('slq_');
const CODE_SECONDS = 60;

/** The question that the person answers. */
export async function consentOf(
  db: Db,
  { issuer }: Addresses,
  { orgId, id: userId }: Actor,
  { client, redirectUri, scopes, state, refusal }: AuthorizationRequest,
): Promise<Schemas['Consent']> {
  const organisation = await db.tenant(orgId, async (tx) => {
    const [found] = await tx<{ name: string }[]>`select name from organisations where id = ${orgId}`;
    const [user] = await tx<{ email: string }[]>`select email from users where id = ${userId}`;
    // Both existed when the token was checked, so one was deleted meanwhile.
    if (!found || !user) throw new AppError('unauthorized', 'A valid access token is required.');
    return { ...found, ...user };
  });
  return {
    client: {
      name: client.name,
      host: client.isDocument ? new URL(client.id).host : null,
      isVerified: client.isDocument,
      redirectHost: shownTarget(redirectUri),
    },
    organisation,
    scopes,
    redirectTo: refusal && withAnswer(redirectUri, { ...refusal, state, iss: issuer }),
  };
}

/**
 * Carries out what the person decided. @returns where the person goes
 * @param loginId the session that decides: a code works only as long as that is open
 * @throws AppError not_found for a brand
 */
export async function decide(
  db: Db,
  { issuer }: Addresses,
  actor: Actor,
  loginId: string,
  { client, redirectUri, scopes, state, resource, challenge, refusal }: AuthorizationRequest,
  { isApproved, brandIds = null }: Pick<Schemas['ConsentDecision'], 'isApproved' | 'brandIds'>,
): Promise<string> {
  const denied = { error: 'access_denied', error_description: 'The person did not agree' };
  const code = CODES.make();
  const isGranted = isApproved && refusal === null;
  await db.tenant(actor.orgId, async (tx) => {
    await refuseUnknownBrands(tx, actor.orgId, brandIds ?? []);
    // A change of the password waits for this, and then ends the code.
    await tx`select from users where id = ${actor.id} for key share`;
    if (isGranted)
      await tx`insert into oauth_codes (hash, client_id, login_id, connection_id, redirect_uri, challenge, resource,
          scopes, brand_ids, expires_at)
        values (${hashOf(code)}, ${client.id}, ${loginId}, ${newId()}, ${redirectUri}, ${challenge}, ${resource}, ${scopes},
          ${brandIds}, now() + make_interval(secs => ${CODE_SECONDS}))`;
    await audit(tx, actor, {
      action: 'decideConsent',
      targetType: 'agent',
      targetId: client.id,
      details: { name: client.name, isApproved: isGranted, ...(isGranted && { scopes, brandIds }) },
    });
  });
  return withAnswer(redirectUri, {
    ...(isGranted ? { code } : (refusal ?? denied)),
    state,
    iss: issuer,
  });
}
