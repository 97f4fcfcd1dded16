import type { components } from '../../contract/generated/types.ts';
import type { Db } from '../../db/client.ts';
import { audit } from '../audit/audit.ts';
import { createOrganisation } from './organisation.ts';
import { type LoginState, startFirstSession } from './sessions.ts';

/**
 * Creates an organisation on the plan FREE with its owner, and starts a session of the owner.
 * @param address the client's, for the audit log
 * @throws AppError validation_error for a short password, conflict for an email that has an account
 */
export async function register(
  db: Db,
  { organisationName: name, email, password, session: way }: components['schemas']['Registration'],
  address: string,
): Promise<LoginState> {
  const { also: session } = await createOrganisation(
    db,
    { name, plan: 'FREE', email, password },
    async (tx, { id: orgId, ownerId }) => {
      await audit(
        tx,
        { orgId, type: 'USER', id: ownerId, address },
        { action: 'register', targetType: 'organisation', targetId: orgId, details: { name } },
      );
      return startFirstSession(tx, orgId, ownerId, way);
    },
  );
  return session;
}
