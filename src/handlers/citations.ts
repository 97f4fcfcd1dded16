import type { Call, Handlers } from '../contract/handler.ts';
import {
  closeCampaign,
  createCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
} from '../domain/runs/campaigns.ts';
import { listCitedDomains, listCitedUrls } from '../domain/runs/citations.ts';
import { reportRange } from '../reports/range.ts';

export const citations = {
  listCitedDomains: async ({ db, orgId, page, query }) => ({
    status: 200,
    body: await listCitedDomains(db, orgId, { ...citationFilter(query), ...page }),
  }),
  listCitedUrls: async ({ db, orgId, page, query }) => ({
    status: 200,
    body: await listCitedUrls(db, orgId, { ...citationFilter(query), ...page }),
  }),

  listCampaigns: async ({ db, orgId, page, query }) => {
    const filter = { ...query, ...page };
    return { status: 200, body: await listCampaigns(db, orgId, filter) };
  },
  createCampaign: async ({ actor, body, db }) => ({
    status: 201,
    body: await createCampaign(db, actor, body),
  }),
  getCampaign: async ({ db, orgId, params }) => ({
    status: 200,
    body: await getCampaign(db, orgId, params.id),
  }),
  updateCampaign: async ({ actor, body, db, params }) => ({
    status: 200,
    body: await updateCampaign(db, actor, params.id, body),
  }),
  closeCampaign: async ({ actor, db, params }) => ({
    status: 200,
    body: await closeCampaign(db, actor, params.id),
  }),
} satisfies Partial<Handlers>;

function citationFilter({ from, to, ...filter }: Call<'listCitedDomains'>['query']) {
  return { ...filter, range: reportRange(from, to, new Date(), ['from', 'to']) };
}
