import { randomBytes } from 'node:crypto';
import { newId, type OrgId } from '../../../src/base/ids.ts';
import { createLog } from '../../../src/base/log.ts';
import { SecretBox } from '../../../src/base/secret-box.ts';
import { type Db, openDb } from '../../../src/db/client.ts';
import { operator } from '../../../src/features/audit/audit.ts';
import { enqueueEvents, type NewEvent, type WebhookEvent } from '../../../src/features/outbox/outbox.ts';
import { deliverWebhooks } from '../../../src/features/webhooks/job.ts';
import { SENDING_LIMITS, type SendingLimits } from '../../../src/features/webhooks/sending.ts';
import { createWebhook } from '../../../src/features/webhooks/webhooks.ts';
import { Outbound } from '../../../src/outbound/addresses.ts';
import { startRunner } from '../../../src/server/jobs/runner.ts';
import { createTestDatabase } from '../server/database.ts';
import { examplePayload } from './webhooks.ts';

export interface DeliveryRow {
  id: string;
  messageId: string;
  state: string;
  tries: number;
  /** Until the next try. */
  seconds: number | null;
  reason: string | null;
}

export interface AttemptRow {
  ordinal: number;
  durationMs: number;
  status: number | null;
  error: string | null;
  host: string | null;
  requestHeaders: Record<string, string>;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
}

export type Sender = Awaited<ReturnType<typeof startSender>>;

/** A database with the sending of webhooks over it, and nothing else of the server. */
export async function startSender({
  limits = {},
  concurrency,
  outbound = new Outbound(['127.0.0.0/8']),
  isRunning = true,
}: {
  limits?: Partial<SendingLimits>;
  concurrency?: { total: number; lagging: number };
  outbound?: Outbound;
  /** Whether anything is sent before `start`. */
  isRunning?: boolean;
} = {}) {
  const database = await createTestDatabase();
  const db: Db = await openDb(database.url);
  const encryptionKey = randomBytes(32).toString('hex');
  const secretBox = new SecretBox(encryptionKey);
  // Webhooks to anywhere can be made; whether they may be sent to is the sender's to say.
  const anywhere = new Outbound(['0.0.0.0/0', '::/0']);
  const services = { db, secretBox, outbound: anywhere };
  const run = () => {
    const job = deliverWebhooks(
      { db, secretBox, outbound },
      { limits: { ...SENDING_LIMITS, ...limits }, ...(concurrency ? { concurrency } : {}) },
    );
    return startRunner(db, [job], createLog('silent'));
  };
  let runner = isRunning ? run() : undefined;
  return {
    db,
    databaseUrl: database.url,
    encryptionKey,
    services,
    start() {
      runner = run();
    },
    async stop() {
      await runner?.stop();
      runner = undefined;
    },
    /** Without people, whose passwords take their time. @returns its id */
    async organisation(): Promise<OrgId> {
      const id = newId<OrgId>();
      await db.sql`insert into organisations (id, name, plan) values (${id}, ${id}, 'CUSTOM')`;
      return id;
    },
    webhook: (orgId: OrgId, url: string, events: WebhookEvent[] = ['quota.warning']) =>
      createWebhook(services, operator(orgId), { url, events }),
    /** Tells of events, each with its own `used`. @returns when it was committed */
    async tell(orgId: OrgId, used: number[] = [1]): Promise<number> {
      const payload = examplePayload('quota.warning');
      const events = used.map(
        (count): NewEvent => ({ event: 'quota.warning', payload: { ...payload, used: count } }),
      );
      await db.tenant(orgId, (tx) => enqueueEvents(tx, orgId, events));
      return Date.now();
    },
    deliveries: (orgId: OrgId, webhookId: string) =>
      db.tenant(
        orgId,
        (tx) => tx<DeliveryRow[]>`
          select id, message_id as "messageId", state, tries, reason,
                 extract(epoch from next_attempt_at - now())::float8 as seconds
          from webhook_deliveries where org_id = ${orgId} and webhook_id = ${webhookId} order by sequence`,
      ),
    attempts: (orgId: OrgId, deliveryId: string) =>
      db.tenant(
        orgId,
        (tx) => tx<AttemptRow[]>`
          select ordinal, duration_ms as "durationMs", status, error, host, request_headers as "requestHeaders",
                 response_headers as "responseHeaders", response_body as "responseBody"
          from webhook_attempts where org_id = ${orgId} and delivery_id = ${deliveryId} order by ordinal`,
      ),
    /** Lets what waits for its retry be due now. */
    hurry: (orgId: OrgId) =>
      db.tenant(
        orgId,
        (tx) =>
          tx`update webhook_deliveries set next_attempt_at = now() where org_id = ${orgId} and state = 'PENDING'`,
      ),
    async close() {
      await runner?.stop();
      await db.close();
      await database.drop();
    },
  };
}
