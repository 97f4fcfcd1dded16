import { evaluateAlerts, sendSlackMessages } from './alerts.ts';
import type { JobContext } from './context.ts';
import { dispatchPrompts, queueScheduledRuns } from './execution.ts';
import { expireExports, makeExports } from './exports.ts';
import { reextractChanged } from './reextract.ts';
import { purgeOrganisations, runRetention } from './retention.ts';
import { type Job, type Runner, startRunner } from './runner.ts';
import { deliverWebhooks } from './webhooks.ts';

/** All work that runs by itself, in the server or by `cli work`. */
const jobs = (services: JobContext): Job[] => [
  reextractChanged(services),
  queueScheduledRuns(services),
  dispatchPrompts(services),
  makeExports(services),
  expireExports(services),
  deliverWebhooks(services),
  evaluateAlerts(services),
  sendSlackMessages(services),
  runRetention(services),
  purgeOrganisations(services),
];

/** Starts all work that runs by itself. */
export function startJobs(services: JobContext): Runner {
  return startRunner(services.db, jobs(services), services.log);
}
