import type { Handlers } from '../contract/handler.ts';
import { alerts } from './alerts.ts';
import { apiKeys } from './api-keys.ts';
import { auth } from './auth.ts';
import { brands } from './brands.ts';
import { breaks } from './breaks.ts';
import { citations } from './citations.ts';
import { competitors } from './competitors.ts';
import { content } from './content.ts';
import { exports } from './exports.ts';
import { health } from './health.ts';
import { integrations } from './integrations.ts';
import { mcp } from './mcp.ts';
import { members } from './members.ts';
import { mentions } from './mentions.ts';
import { organisation } from './organisation.ts';
import { pages } from './pages.ts';
import { pins } from './pins.ts';
import { queries } from './queries.ts';
import { reports } from './reports.ts';
import { runs } from './runs.ts';
import { schema } from './schema.ts';
import { subscriptions } from './subscriptions.ts';
import { testing } from './testing.ts';
import { webhooks } from './webhooks.ts';

export { queryFindings } from './reports.ts';

/** The handlers of all operations of the contract; without one of them this does not compile. */
export const handlers: Handlers = {
  ...health,
  ...auth,
  ...members,
  ...organisation,
  ...apiKeys,
  ...brands,
  ...breaks,
  ...competitors,
  ...runs,
  ...reports,
  ...subscriptions,
  ...exports,
  ...pins,
  ...pages,
  ...mentions,
  ...queries,
  ...testing,
  ...citations,
  ...content,
  ...schema,
  ...alerts,
  ...webhooks,
  ...integrations,
  ...mcp,
};
