import { reportRange } from '../../reports/range.ts';
import type { Call, Handlers } from '../../server/dispatch/handler.ts';
import { actById, create, getById, list, reply, updateById } from '../../server/dispatch/resource.ts';
import { campaigns, closeCampaign, createCampaign, updateCampaign } from './campaigns.ts';
import { citationOverview, listCitedDomains, listCitedUrls } from './citations.ts';
import { deleteDomainType, getDomainType, listDomainTypes, putDomainType } from './domain-types.ts';

export const citations = {
  listCitedDomains: reply(200, ({ db, orgId, page, query }) =>
    listCitedDomains(db, orgId, { ...citationFilter(query), ...page }),
  ),
  listCitedUrls: reply(200, ({ db, orgId, page, query }) =>
    listCitedUrls(db, orgId, { ...citationFilter(query), ...page }),
  ),
  getCitationOverview: async ({ db, orgId, query }) => {
    const { startDate, endDate, ...filter } = query;
    const range = reportRange(startDate, endDate, new Date(), ['startDate', 'endDate']);
    return { status: 200, body: await citationOverview(db, orgId, { ...filter, range }) };
  },

  listDomainTypes: reply(200, ({ db, orgId }) => listDomainTypes(db, orgId)),
  getDomainType: reply(200, ({ db, orgId, params }) => getDomainType(db, orgId, params.domain)),
  putDomainType: reply(200, ({ db, actor, params, body }) => putDomainType(db, actor, params.domain, body)),
  deleteDomainType: reply(204, ({ db, actor, params }) => deleteDomainType(db, actor, params.domain)),

  listCampaigns: list(campaigns.list),
  createCampaign: create(createCampaign),
  getCampaign: getById(campaigns.find),
  updateCampaign: updateById(updateCampaign),
  closeCampaign: actById(closeCampaign),
} satisfies Partial<Handlers>;

function citationFilter({ startDate, endDate, ...filter }: Call<'listCitedDomains'>['query']) {
  return { ...filter, range: reportRange(startDate, endDate, new Date(), ['startDate', 'endDate']) };
}
