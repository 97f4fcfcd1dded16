import type { Handlers } from '../../server/dispatch/handler.ts';
import { getById, list } from '../../server/dispatch/resource.ts';
import { adoptMentionCorrections, previewAdoption } from './adoption.ts';
import {
  createCorrectionBatch,
  deleteCorrectionBatch,
  findBatch,
  listCorrectionBatches,
  previewCorrections,
} from './batches.ts';
import { deleteCorrection, getCorrection, type Place, putCorrection } from './corrections.ts';

const ofBrand = ({ id, brandId }: { id: string; brandId: string }): Place => ({
  runId: id,
  kind: 'BRAND',
  subjectId: brandId,
});
const ofCompetitor = ({ id, competitorId }: { id: string; competitorId: string }): Place => ({
  runId: id,
  kind: 'COMPETITOR',
  subjectId: competitorId,
});

export const corrections = {
  getBrandCorrection: async ({ db, orgId, params }) => ({
    status: 200,
    body: await getCorrection(db, orgId, ofBrand(params)),
  }),
  putBrandCorrection: async ({ db, actor, params, body }) => ({
    status: 200,
    body: await putCorrection(db, actor, ofBrand(params), body),
  }),
  deleteBrandCorrection: async ({ db, actor, params }) => {
    await deleteCorrection(db, actor, ofBrand(params));
    return { status: 204 };
  },
  getCompetitorCorrection: async ({ db, orgId, params }) => ({
    status: 200,
    body: await getCorrection(db, orgId, ofCompetitor(params)),
  }),
  putCompetitorCorrection: async ({ db, actor, params, body }) => ({
    status: 200,
    body: await putCorrection(db, actor, ofCompetitor(params), body),
  }),
  deleteCompetitorCorrection: async ({ db, actor, params }) => {
    await deleteCorrection(db, actor, ofCompetitor(params));
    return { status: 204 };
  },
  previewCorrections: async ({ db, orgId, query }) => ({
    status: 200,
    body: await previewCorrections(db, orgId, query),
  }),
  listCorrectionBatches: list(listCorrectionBatches),
  createCorrectionBatch: async ({ actor, body, db }) => ({
    status: 201,
    body: await createCorrectionBatch(db, actor, body),
  }),
  getCorrectionBatch: getById(findBatch),
  deleteCorrectionBatch: async ({ actor, db, params }) => {
    await deleteCorrectionBatch(db, actor, params.id);
    return { status: 204 };
  },
  previewCorrectionAdoption: async ({ db, orgId }) => ({
    status: 200,
    body: await previewAdoption(db, orgId),
  }),
  adoptMentionCorrections: async ({ db, actor }) => ({
    status: 200,
    body: await adoptMentionCorrections(db, actor),
  }),
} satisfies Partial<Handlers>;
