import { auth } from '../features/accounts/handlers.ts';
import { secondFactor } from '../features/accounts/second-factor-handlers.ts';
import { administration } from '../features/administration/handlers.ts';
import { alerts } from '../features/alerts/handlers.ts';
import { annotations } from '../features/annotations/handlers.ts';
import { answerRetention } from '../features/answer-retention/handlers.ts';
import { apiKeys } from '../features/api-keys/handlers.ts';
import { competitors } from '../features/brands/competitor-handlers.ts';
import { brands } from '../features/brands/handlers.ts';
import { breaks } from '../features/breaks/handlers.ts';
import { content } from '../features/content/handlers.ts';
import { corrections } from '../features/corrections/handlers.ts';
import { documents } from '../features/documents/handlers.ts';
import { erasure } from '../features/erasure/handlers.ts';
import { exports } from '../features/exports/handlers.ts';
import { health } from '../features/health/handlers.ts';
import { imports } from '../features/imports/handlers.ts';
import { buckets } from '../features/integrations/bucket/handlers.ts';
import { integrations } from '../features/integrations/handlers.ts';
import { mail } from '../features/mail/handlers.ts';
import { members } from '../features/members/handlers.ts';
import { mentions } from '../features/mentions/handlers.ts';
import { oauth } from '../features/oauth/handlers.ts';
import { opportunities } from '../features/opportunities/handlers.ts';
import { organisation } from '../features/organisations/handlers.ts';
import { subscriptions } from '../features/organisations/subscription-handlers.ts';
import { pins } from '../features/pins/handlers.ts';
import { promptRuns } from '../features/prompt-runs/handlers.ts';
import { queries } from '../features/prompts/handlers.ts';
import { reportSchedules } from '../features/report-schedules/handlers.ts';
import { reports } from '../features/reports/handlers.ts';
import { runs } from '../features/runs/handlers.ts';
import { schema } from '../features/schema/handlers.ts';
import { scim } from '../features/scim/handlers.ts';
import { sharedLinks } from '../features/shared-links/handlers.ts';
import { singleSignOn } from '../features/single-sign-on/handlers.ts';
import { citations } from '../features/sources/handlers.ts';
import { stance } from '../features/stance/handlers.ts';
import { testing } from '../features/testing/handlers.ts';
import { views } from '../features/views/handlers.ts';
import { webhooks } from '../features/webhooks/handlers.ts';
import { mcp } from '../mcp/handlers.ts';
import type { Handlers } from '../server/dispatch/handler.ts';
import { pages } from '../web/handlers.ts';

export { queryFindings } from '../features/reports/handlers.ts';

/** The handlers of all operations of the contract. A missing handler is a compile error. */
export const handlers: Handlers = {
  ...health,
  ...auth,
  ...secondFactor,
  ...singleSignOn,
  ...scim,
  ...administration,
  ...members,
  ...opportunities,
  ...mail,
  ...oauth,
  ...organisation,
  ...answerRetention,
  ...erasure,
  ...apiKeys,
  ...brands,
  ...breaks,
  ...competitors,
  ...runs,
  ...imports,
  ...reports,
  ...reportSchedules,
  ...subscriptions,
  ...documents,
  ...exports,
  ...pins,
  ...views,
  ...sharedLinks,
  ...annotations,
  ...pages,
  ...mentions,
  ...corrections,
  ...queries,
  ...promptRuns,
  ...stance,
  ...testing,
  ...citations,
  ...content,
  ...schema,
  ...alerts,
  ...webhooks,
  ...integrations,
  ...buckets,
  ...mcp,
};
