import { parseJson } from '../../server/dispatch/body/json.ts';
import type { Handlers } from '../../server/dispatch/handler.ts';
import { ingestOptions } from '../runs/handlers.ts';
import { importPiece } from './importing.ts';

export const imports = {
  importAnswers: async ({ actor, body, db, orgId, principal, services }) => {
    const options = { ...ingestOptions(principal, actor), parse: parseJson };
    const work = () => importPiece(services.ingestion, orgId, body, options);
    return { status: 200, body: await db.guard(() => services.ingestions.run(work, orgId)) };
  },
} satisfies Partial<Handlers>;
