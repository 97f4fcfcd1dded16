import type { Services } from '../app/services.ts';
import { evaluateAlerts, sendSlackMessages } from './alerts.ts';
import { expireExports, makeExports } from './exports.ts';
import { keepHouse, purgeOrganisations } from './retention.ts';
import { runPrompts, scheduleQueries } from './execution.ts';
import { reextractChanged } from './reextract.ts';
import { type Job, type Runner, runJobs } from './runner.ts';
import { deliverWebhooks } from './webhooks.ts';

/** What work that runs by itself needs; no request is under way. */
export type JobServices = Pick<
  Services,
  'config' | 'log' | 'db' | 'vault' | 'outbound' | 'platforms' | 'ingestion' | 'reports' | 'reportFiles'
>;

/** All work that runs by itself, in the server or by `cli work`. */
const jobs = (services: JobServices): Job[] => [
  reextractChanged(services),
  scheduleQueries(services),
  runPrompts(services),
  makeExports(services),
  expireExports(services),
  deliverWebhooks(services),
  evaluateAlerts(services),
  sendSlackMessages(services),
  keepHouse(services),
  purgeOrganisations(services),
];

/** Starts all work that runs by itself. */
export function startJobs(services: JobServices): Runner {
  return runJobs(services.db, jobs(services), services.log);
}
