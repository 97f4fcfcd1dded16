import { reportRange } from '../../reports/range.ts';
import type { Call, Handlers } from '../../server/dispatch/handler.ts';
import { actById, create, getById, list, updateById } from '../../server/dispatch/resource.ts';
import { campaigns, closeCampaign, createCampaign, updateCampaign } from './campaigns.ts';
import { citationOverview, listCitedDomains, listCitedUrls } from './citations.ts';
import { deleteDomainType, getDomainType, listDomainTypes, putDomainType } from './domain-types.ts';

export const citations = {
  listCitedDomains: async ({ db, orgId, page, query }) => ({
    status: 200,
    body: await listCitedDomains(db, orgId, { ...citationFilter(query), ...page }),
  }),
  listCitedUrls: async ({ db, orgId, page, query }) => ({
    status: 200,
    body: await listCitedUrls(db, orgId, { ...citationFilter(query), ...page }),
  }),
  getCitationOverview: async ({ db, orgId, query }) => {
    const { startDate, endDate, ...filter } = query;
    const range = reportRange(startDate, endDate, new Date(), ['startDate', 'endDate']);
    return { status: 200, body: await citationOverview(db, orgId, { ...filter, range }) };
  },

  listDomainTypes: async ({ db, orgId }) => ({ status: 200, body: await listDomainTypes(db, orgId) }),
  getDomainType: async ({ db, orgId, params }) => ({
    status: 200,
    body: await getDomainType(db, orgId, params.domain),
  }),
  putDomainType: async ({ db, actor, params, body }) => ({
    status: 200,
    body: await putDomainType(db, actor, params.domain, body),
  }),
  deleteDomainType: async ({ db, actor, params }) => {
    await deleteDomainType(db, actor, params.domain);
    return { status: 204 };
  },

  listCampaigns: list(campaigns.list),
  createCampaign: create(createCampaign),
  getCampaign: getById(campaigns.find),
  updateCampaign: updateById(updateCampaign),
  closeCampaign: actById(closeCampaign),
} satisfies Partial<Handlers>;

function citationFilter({ startDate, endDate, ...filter }: Call<'listCitedDomains'>['query']) {
  return { ...filter, range: reportRange(startDate, endDate, new Date(), ['startDate', 'endDate']) };
}
