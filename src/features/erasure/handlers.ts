import type { Handlers } from '../../server/dispatch/handler.ts';
import { eraseInOrganisation } from './erase.ts';

export const erasure = {
  eraseAddress: async ({ actor, body, db }) => ({
    status: 200,
    body: await db.guard(() => eraseInOrganisation(db, actor, body.email)),
  }),
} satisfies Partial<Handlers>;
