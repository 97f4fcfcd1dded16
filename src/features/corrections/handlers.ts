import type { Handlers } from '../../server/dispatch/handler.ts';
import { getById, list, reply } from '../../server/dispatch/resource.ts';
import { adoptMentionCorrections, previewAdoption } from './adoption.ts';
import { batches, createCorrectionBatch, deleteCorrectionBatch, previewCorrections } from './batches.ts';
import { type CorrectionKey, deleteCorrection, getCorrection, putCorrection } from './corrections.ts';

const ofBrand = ({ id, brandId }: { id: string; brandId: string }): CorrectionKey => ({
  runId: id,
  kind: 'BRAND',
  subjectId: brandId,
});
const ofCompetitor = ({ id, competitorId }: { id: string; competitorId: string }): CorrectionKey => ({
  runId: id,
  kind: 'COMPETITOR',
  subjectId: competitorId,
});

export const corrections = {
  getBrandCorrection: reply(200, ({ db, orgId, params }) => getCorrection(db, orgId, ofBrand(params))),
  putBrandCorrection: reply(200, ({ db, actor, params, body }) =>
    putCorrection(db, actor, ofBrand(params), body),
  ),
  deleteBrandCorrection: reply(204, ({ db, actor, params }) => deleteCorrection(db, actor, ofBrand(params))),
  getCompetitorCorrection: reply(200, ({ db, orgId, params }) =>
    getCorrection(db, orgId, ofCompetitor(params)),
  ),
  putCompetitorCorrection: reply(200, ({ db, actor, params, body }) =>
    putCorrection(db, actor, ofCompetitor(params), body),
  ),
  deleteCompetitorCorrection: reply(204, ({ db, actor, params }) =>
    deleteCorrection(db, actor, ofCompetitor(params)),
  ),
  previewCorrections: reply(200, ({ db, orgId, query }) => previewCorrections(db, orgId, query)),
  listCorrectionBatches: list(batches.list),
  createCorrectionBatch: reply(201, ({ actor, body, db }) => createCorrectionBatch(db, actor, body)),
  getCorrectionBatch: getById(batches.find),
  deleteCorrectionBatch: reply(204, ({ actor, db, params }) => deleteCorrectionBatch(db, actor, params.id)),
  previewCorrectionAdoption: reply(200, ({ db, orgId }) => previewAdoption(db, orgId)),
  adoptMentionCorrections: reply(200, ({ db, actor }) => adoptMentionCorrections(db, actor)),
} satisfies Partial<Handlers>;
