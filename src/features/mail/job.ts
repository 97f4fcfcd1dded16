import type { JobContext } from '../../server/jobs/context.ts';
import type { Job } from '../../server/jobs/definition.ts';
import { sendMail } from './sending.ts';

/** Organisations whose mail is sent at once, each over a connection of its own. */
const CONCURRENCY = 4;

/** Sends mail. A partition is an organisation: one that mails much delays no other. None without SMTP_URL. */
export function sendMails({ config, ...services }: Pick<JobContext, 'db' | 'secretBox' | 'config'>): Job[] {
  const { mail } = config;
  if (mail === null) return [];
  return [
    {
      kind: 'send-mail',
      concurrency: CONCURRENCY,
      due: (sql) => sql`
        select org_id, '' as subject_id, min(next_attempt_at) as since, count(*) as depth from mail_messages
        where state = 'PENDING' and next_attempt_at <= now() group by org_id`,
      work: (partition) => sendMail({ ...services, config, mail }, partition),
    },
  ];
}
