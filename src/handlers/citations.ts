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
import { actor, member, page } from './caller.ts';

export const citations = {
  listCitedDomains: async (call) => ({
    status: 200,
    body: await listCitedDomains(call.services.db, member(call).orgId, citationFilter(call)),
  }),
  listCitedUrls: async (call) => ({
    status: 200,
    body: await listCitedUrls(call.services.db, member(call).orgId, citationFilter(call)),
  }),

  listCampaigns: async (call) => {
    const filter = { ...call.query, ...page(call.query) };
    return { status: 200, body: await listCampaigns(call.services.db, member(call).orgId, filter) };
  },
  createCampaign: async (call) => ({
    status: 201,
    body: await createCampaign(call.services.db, actor(call), call.body),
  }),
  getCampaign: async (call) => ({
    status: 200,
    body: await getCampaign(call.services.db, member(call).orgId, call.params.id),
  }),
  updateCampaign: async (call) => ({
    status: 200,
    body: await updateCampaign(call.services.db, actor(call), call.params.id, call.body),
  }),
  closeCampaign: async (call) => ({
    status: 200,
    body: await closeCampaign(call.services.db, actor(call), call.params.id),
  }),
} satisfies Partial<Handlers>;

function citationFilter({ query }: Pick<Call<'listCitedDomains'>, 'query'>) {
  const { from, to, ...filter } = query;
  return { ...filter, ...page(query), range: reportRange(from, to, new Date(), ['from', 'to']) };
}
