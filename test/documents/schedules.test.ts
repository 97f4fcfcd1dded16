// biome-ignore-all lint/suspicious/noExplicitAny: answers are looked into at will
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/base/definitions.ts';
import { sendMails } from '../../src/features/mail/job.ts';
import { sendDueReport } from '../../src/features/report-schedules/sending.ts';
import { startRunner } from '../../src/server/jobs/runner.ts';
import { callerWith } from '../support/callers/caller.ts';
import { joined } from '../support/callers/members.ts';
import { daysAgo } from '../support/days.ts';
import { forFile } from '../support/for-file.ts';
import { refusal, withMail } from '../support/providers/smtp.ts';
import { until } from '../support/server/app.ts';

const OUTSIDE = 'client@elsewhere.example';

const view = async (name: string, more: object = {}) => {
  const body = { name, screen: 'overview', brandId, range: `${daysAgo(30)}..${daysAgo(1)}`, ...more };
  return (await owner('createView', { body })).json;
};
// Reports are made when a test says so, at the time that it says; mails are sent by themselves.
const { server, app } = await withMail({
  JOBS: 'apart',
  PUBLIC_URL: 'https://reports.example/sub',
  MAIL_PER_HOUR: '10000',
});
const { services } = app.app;
const { noteMailSender } = await import('../../src/features/mail/queue.ts');
await noteMailSender(services);
await forFile(startRunner(services.db, sendMails(services), services.log), (it) => it.stop());
const org = await app.organisation({ brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] }] });
const owner = callerWith(app, await app.login(org));
await app.ingest(
  org,
  Array.from({ length: 20 }, (_, at) => ({
    brand: 'Lumenfold',
    queryText: `Which lamp ${at % 4}?`,
    answer: at % 3 === 0 ? 'Gleamwell.' : 'Lumenfold, then Gleamwell.',
    executedAt: `${daysAgo(1 + (at % 10))}T10:00:00Z`,
  })),
);
await app.snapshot();
const brandId = (await owner('listBrands')).json.data[0]!.id;
const viewId = (await view('Lamps')).id;
async function schedule(more: object = {}): Promise<any> {
  const body = { name: 'Lamps', viewId, rhythm: 'DAY', hour: 8, timeZone: 'Europe/Berlin', ...more };
  const { status, json, text } = await owner('createReportSchedule', { body });
  assert.equal(status, 201, text);
  return json;
}
const sendAt = (id: string, at: Date) => sendDueReport(app.app.services, org.id, id, at);
/** Sends the next report as if its time had come. @returns its time */
async function sendNext(id: string): Promise<Date> {
  const { nextAt } = (await owner('getReportSchedule', { ids: [id] })).json as any;
  assert.equal(await sendAt(id, new Date(nextAt)), true);
  return new Date(nextAt);
}
const deliveries = async (id: string): Promise<any[]> =>
  (await owner('listReportDeliveries', { ids: [id] })).json.data;
const state = async (id: string, recipient: string) =>
  (await deliveries(id)).find((one) => one.recipient === recipient)?.state;
const post = async (url: string) =>
  (await fetch(url.replace('https://reports.example/sub', app.url), { method: 'POST' })).status;
const linkIn = (text: string, of: string) =>
  new RegExp(`https://reports\\.example/sub/${of}/\\S+`).exec(text)![0];

test('a report goes to members at once, and to others once they agreed; one click stops it [long]', async () => {
  const { id, recipients } = await schedule({
    addresses: [org.email, OUTSIDE.toUpperCase()],
    attachment: 'CSV',
  });
  assert.deepEqual(recipients, [
    { address: org.email, state: 'GETS_IT' },
    { address: OUTSIDE, state: 'NOT_CONFIRMED' },
  ]);
  await until(() => server.to(OUTSIDE).length === 1);
  const [question] = server.to(OUTSIDE);
  assert.match(question!.text, /wants to send you the report “Lamps”/);
  await sendNext(id);
  await until(() => server.to(org.email).length === 1);
  const [mail] = server.to(org.email);
  const document = await owner('getDocument', { query: { view: viewId, format: 'text' } });
  const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
  assert.ok(flat(mail!.text).includes(flat(document.text).trim()), 'the mail says what the document says');
  assert.match(mail!.html, /<svg/);
  assert.match(mail!.html, /To have no more of it/);
  assert.match(mail!.raw, /filename\*?=.*\.csv/);
  assert.equal(mail!.headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  assert.equal(server.to(OUTSIDE).length, 1, 'nobody outside gets what they did not agree to');
  assert.equal(await state(id, OUTSIDE), 'NOT_CONFIRMED');

  const confirm = linkIn(question!.text, 'reports/confirm');
  const asked = await fetch(confirm.replace('https://reports.example/sub', app.url));
  assert.match(await asked.text(), /<form method="post">/);
  assert.equal((await deliveries(id)).length, 2, 'opening the link changes nothing');
  assert.equal(await post(confirm), 200);
  await sendNext(id);
  await until(() => server.to(OUTSIDE).length === 2);
  assert.equal(await post(linkIn(server.to(OUTSIDE)[1]!.text, 'unsubscribe')), 200);
  assert.equal(await post(linkIn(server.to(org.email)[1]!.text, 'unsubscribe')), 200);
  await sendNext(id);
  assert.equal(await state(id, OUTSIDE), 'STOPPED');
  assert.equal(await state(id, org.email), 'STOPPED');
  const states = (await owner('getReportSchedule', { ids: [id] })).json.recipients.map(
    (one: any) => one.state,
  );
  assert.deepEqual(states, ['STOPPED', 'STOPPED']);
  assert.equal(await post(`${app.url}/reports/confirm/${'A'.repeat(60)}`), 404);
});

test('its prompts go beside the mail as a workbook where that is asked for [long]', async () => {
  const { token } = await joined(app, owner, 'ADMIN');
  const { email } = (await callerWith(app, token)('getMe')).json.user;
  const { id } = await schedule({ addresses: [email], attachment: 'XLSX' });
  await sendNext(id);
  const sent = () => server.to(email).filter(({ raw }) => /filename\*?=.*\.xlsx/.test(raw));
  await until(() => sent().length === 1);
  // The first bytes of a ZIP.
  assert.match(sent()[0]!.raw, /openxmlformats-officedocument\.spreadsheetml\.sheet[\s\S]+\r\n\r\nUEsD/);
});

test('who made it learns by mail what was not sent, and why; a schedule without its view is off', async () => {
  const gone = await view('Soon gone');
  const { id } = await schedule({ name: 'Of nothing', viewId: gone.id, addresses: [org.email] });
  assert.equal((await owner('deleteView', { ids: [gone.id] })).status, 204);
  await sendNext(id);
  const told = () =>
    server.to(org.email).filter(({ text }) => text.includes('“Of nothing” could not be sent'));
  await until(() => told().length === 1);
  const kept = (await owner('getReportSchedule', { ids: [id] })).json;
  assert.deepEqual([kept.isActive, kept.nextAt], [false, null]);
  assert.equal(await state(id, ''), 'FAILED');

  const reader = await joined(app, owner, 'VIEWER');
  const refused = await schedule({ name: 'Refused', addresses: [reader.email] });
  server.answers.recipient = (address) => (address === reader.email ? refusal(550, 'No such user') : null);
  await sendNext(refused.id);
  await until(() =>
    server.to(org.email).some(({ text }) => text.includes(`It did not reach ${reader.email}`)),
  );
  assert.equal(await state(refused.id, reader.email), 'FAILED');
  server.answers.recipient = undefined as never;
});

test('a report that is over a day late is left out, and the next one comes', async () => {
  const { id, nextAt } = await schedule({ name: 'Late', addresses: [org.email] });
  const now = new Date(Date.parse(nextAt) + 5 * DAY_MS + 1);
  assert.equal(await sendAt(id, now), true);
  assert.equal(await state(id, ''), 'MISSED');
  const { nextAt: next } = (await owner('getReportSchedule', { ids: [id] })).json as any;
  assert.ok(Date.parse(next) > now.getTime() - DAY_MS && Date.parse(next) <= now.getTime() + DAY_MS, next);
});

test('a preview goes to whoever asks alone, and counts for no period', async () => {
  const { id } = await schedule({ name: 'Preview', addresses: [OUTSIDE] });
  const { status, json } = (await owner('sendReportSchedule', { ids: [id] })) as any;
  assert.deepEqual([status, json.address], [202, org.email]);
  await until(() =>
    server.to(org.email).some(({ headers }) => headers.get('subject')?.startsWith('Preview')),
  );
  assert.deepEqual(await deliveries(id), []);
});

test('webhooks get it with the way to have it again; without Slack its maker is told', async () => {
  const url = 'https://hooks.example.com/reports';
  assert.equal((await owner('createWebhook', { body: { url, events: ['report.ready'] } })).status, 201);
  const { id } = await schedule({ name: 'Machines', webhooks: true, slack: true });
  await sendNext(id);
  const [message] = await app.sql(org)<
    { body: string }[]
  >`select body from webhook_messages where org_id = ${org.id} and event = 'report.ready'`;
  const { data } = JSON.parse(message!.body);
  assert.equal(data.scheduleId, id);
  const again = await app.call('GET', `${data.document}&format=text`, { key: org.key });
  assert.equal(again.text, data.text);
  assert.equal(await state(id, 'SLACK'), 'FAILED');
  assert.equal(await state(id, 'WEBHOOKS'), 'HANDED_OVER');
});

test('what cannot be is refused by name', async () => {
  const refused = async (more: object, field: string) => {
    const body = { name: 'Lamps', viewId, rhythm: 'DAY', hour: 8, timeZone: 'UTC', ...more };
    const { status, json } = await owner('createReportSchedule', { body });
    assert.equal(status, 400, JSON.stringify(more));
    assert.equal(json.details?.[0]?.field, field);
  };
  await refused({ rhythm: 'WEEK' }, 'weekday');
  await refused({ rhythm: 'MONTH' }, 'monthDay');
  await refused({ timeZone: 'Europe/Atlantis' }, 'timeZone');
  await refused({ timeZone: 'CEST-2' }, 'timeZone');
  await refused({ addresses: ['a"b@example.com'] }, 'addresses[0]');
  await refused({ viewId: (await view('All', { brandId: null })).id }, 'viewId');
  await refused({ hour: 24 }, 'hour');
});
