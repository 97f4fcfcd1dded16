import type { JobContext } from '../../server/jobs/context.ts';
import type { Job } from '../../server/jobs/definition.ts';
import { dueMessages } from '../queue/messages.ts';
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
      due: (sql) => dueMessages(sql, 'mail_messages'),
      work: (partition) => sendMail({ ...services, config, mail }, partition),
    },
  ];
}
