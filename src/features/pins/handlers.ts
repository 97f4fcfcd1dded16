import { AppError, unavailable } from '../../base/errors.ts';
import type { Handlers } from '../../server/dispatch/handler.ts';
import { getById, list } from '../../server/dispatch/resource.ts';
import { pinsBytes, removeUnusedPinFiles } from './pin-rows.ts';
import { createPin, NO_PINS, pins as stored } from './pins.ts';

export const pins = {
  listPins: list(stored.list),
  createPin: async ({ actor, body, db, services }) => {
    const { config, pinFiles, pinWriter } = services;
    if (pinWriter === null) throw unavailable(NO_PINS);
    if ((await db.guard(() => pinsBytes(db, pinFiles))) >= config.pinsTotalMb * 2 ** 20)
      throw unavailable(
        'The pins of all organisations fill what this server keeps for them. Try again later.',
      );
    const { snapshot } = body;
    if (snapshot !== undefined)
      await pinWriter.snapshotId(snapshot).catch((error) => {
        if (!(error instanceof AppError) || error.code !== 'snapshot_gone') throw error;
        const message = 'snapshot: it is no longer kept. Leave it out to pin the current one.';
        throw new AppError('snapshot_gone', message);
      });
    return { status: 201, body: await createPin(db, actor, body, config.pinsMb * 2 ** 20) };
  },
  getPin: getById(stored.find),
  deletePin: async ({ actor, db, orgId, params, services }) => {
    await db.tenant(orgId, (tx) => stored.remove(tx, actor, params.id));
    await removeUnusedPinFiles(db, services.pinFiles, orgId);
    return { status: 204 };
  },
} satisfies Partial<Handlers>;
