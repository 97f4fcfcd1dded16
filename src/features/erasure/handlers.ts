import type { Handlers } from '../../server/dispatch/handler.ts';
import { reply } from '../../server/dispatch/resource.ts';
import { eraseInOrganisation } from './erase.ts';

export const erasure = {
  eraseAddress: reply(200, ({ actor, body, db }) =>
    db.guard(() => eraseInOrganisation(db, actor, body.email)),
  ),
} satisfies Partial<Handlers>;
