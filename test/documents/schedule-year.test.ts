// long: a year of scheduled reports, with kills
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFrom } from '../../bench/intervals/clustered-runs.ts';
import type { Db } from '../../src/db/client.ts';
import type { ReportServices } from '../../src/features/report-schedules/report.ts';
import { nextOccurrence, type Rhythm } from '../../src/features/report-schedules/rhythm.ts';
import { sendDueReport } from '../../src/features/report-schedules/sending.ts';
import { callerWith } from '../support/callers/caller.ts';
import { withOrganisation } from '../support/callers/organisation.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = new Date('2026-01-10T00:00:00Z');
const END = new Date('2027-01-10T00:00:00Z');
const KILLS = Number(process.env['KILLS'] ?? 8);

/** Zones with two changes of the clock in the year, one of them by half an hour, one in the south. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Auckland', 'UTC'];
const RHYTHMS: Rhythm[] = [
  // An hour that a day in spring lacks, and one in autumn has twice.
  { rhythm: 'DAY', hour: 2, timeZone: 'Europe/Berlin', weekday: null, monthDay: null },
  { rhythm: 'DAY', hour: 1, timeZone: 'America/New_York', weekday: null, monthDay: null },
  { rhythm: 'WEEK', hour: 2, timeZone: 'Australia/Lord_Howe', weekday: 7, monthDay: null },
  { rhythm: 'MONTH', hour: 0, timeZone: 'Pacific/Auckland', weekday: null, monthDay: 31 },
];

const { app, org, token } = await withOrganisation(
  { brands: [{ name: 'Lumenfold' }] },
  {
    JOBS: 'apart',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'reports@sightline.example',
    PUBLIC_URL: 'https://reports.example',
  },
);
const owner = callerWith(app, token);
const { services } = app.app;
await services.db.sql`update mail_state set sender = 'reports@sightline.example'`;

interface Local {
  day: string;
  hour: number;
  weekday: number;
}

/** What a clock of the zone shows, by the browser's own knowledge of zones. */
function localClock(timeZone: string): (at: Date) => Local {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' },
    weekday: 'short',
  });
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const weekday = 1 + ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts['weekday']!);
    return {
      day: `${parts['year']}-${parts['month']}-${parts['day']}`,
      hour: Number(parts['hour']),
      weekday,
    };
  };
}

/** The days on which a rhythm has an occurrence, and the moments that the zone's clock shows its hour, by half hours. */
function expectedDays({ rhythm, weekday, monthDay, hour, timeZone }: Rhythm): Map<string, Date[]> {
  const clock = localClock(timeZone);
  const days = new Map<string, Date[]>();
  for (let at = START.getTime() - 2 * DAY_MS; at < END.getTime() + 2 * DAY_MS; at += HOUR_MS / 2) {
    const local = clock(new Date(at));
    const [year, month, day] = local.day.split('-').map(Number) as [number, number, number];
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
    if (rhythm === 'WEEK' && local.weekday !== weekday) continue;
    if (rhythm === 'MONTH' && day !== Math.min(monthDay!, last)) continue;
    const shown = days.get(local.day) ?? [];
    if (local.hour === hour) shown.push(new Date(at));
    days.set(local.day, shown);
  }
  return days;
}

test('each day of a rhythm has one occurrence at its hour, in every zone, whatever its clock does', async () => {
  const rhythms = ZONES.flatMap((timeZone) =>
    [0, 2, 3, 23].map((hour): Rhythm => ({ rhythm: 'DAY', hour, timeZone, weekday: null, monthDay: null })),
  );
  let gaps = 0;
  await services.db.tenant(org.id, async (tx) => {
    for (const rhythm of [...rhythms, ...RHYTHMS]) {
      const expected = expectedDays(rhythm);
      const found: string[] = [];
      for (let at = START; ; ) {
        const next = await nextOccurrence(tx, rhythm, at);
        if (next.at > END) break;
        found.push(next.period);
        const shown = expected.get(next.period);
        assert.ok(shown, `${JSON.stringify(rhythm)} ${next.period} is no day of it`);
        if (shown.length === 0) gaps += 1;
        else
          assert.ok(
            shown.some((one) => Math.abs(one.getTime() - next.at.getTime()) < HOUR_MS),
            `${JSON.stringify(rhythm)} ${next.period}: ${next.at.toISOString()}`,
          );
        at = next.at;
      }
      const days = [...expected.keys()].filter((day) => day >= found[0]! && day <= found.at(-1)!);
      assert.deepEqual(found, days, JSON.stringify(rhythm));
    }
  });
  assert.ok(gaps >= 2, `${gaps} days without the hour were met`);
});

class Crash extends Error {}

/**
 * The services of a process that ends at its n-th step: before a transaction, in it with all its statements made, or
 * after its commit; or while a report is made.
 */
function mortal(steps: number): ReportServices {
  let left = steps;
  const step = () => {
    left -= 1;
    if (left === 0) throw new Crash();
  };
  const tenant: Db['tenant'] = async (orgId, work) => {
    step();
    const result = await services.db.tenant(orgId, async (tx) => {
      const made = await work(tx);
      step();
      return made;
    });
    step();
    return result;
  };
  const db = new Proxy(services.db, {
    get: (target, name) => (name === 'tenant' ? tenant : Reflect.get(target, name)),
  });
  const reports = new Proxy(services.reports, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (name === 'render') step();
        return value.apply(target, args);
      };
    },
  });
  return { db, reports, secretBox: services.secretBox, config: services.config };
}

test(`over a year with ${KILLS} kills each period is sent once to each recipient`, async () => {
  await app.ingest(org, [
    {
      brand: 'Lumenfold',
      queryText: 'Which lamp?',
      answer: 'Lumenfold.',
      executedAt: '2026-01-05T10:00:00Z',
    },
  ]);
  await app.snapshot();
  const [brand] = (await owner('listBrands')).json.data;
  const view = (
    await owner('createView', {
      body: { name: 'Lamps', screen: 'overview', brandId: brand!.id, range: '2026-01-01..2026-01-31' },
    })
  ).json;
  const of = { viewId: view.id, addresses: [org.email], webhooks: true };
  const ids: string[] = [];
  for (const [at, rhythm] of RHYTHMS.entries()) {
    const { status, json, text } = await owner('createReportSchedule', {
      body: { ...of, ...rhythm, name: `No. ${at}` },
    });
    assert.equal(status, 201, text);
    ids.push(json.id);
  }
  await owner('createWebhook', { body: { url: 'https://hooks.example.com/', events: ['report.ready'] } });
  const { db } = services;
  // The clock of the database is that of today: the schedules are put back to the beginning of the year.
  const firsts = await db.tenant(org.id, (tx) =>
    Promise.all(RHYTHMS.map((rhythm) => nextOccurrence(tx, rhythm, START))),
  );
  for (const [at, { at: next }] of firsts.entries())
    await db.tenant(
      org.id,
      (tx) => tx`update report_schedules set next_at = ${next} where org_id = ${org.id} and id = ${ids[at]!}`,
    );
  const random = randomFrom(7);
  let kills = 0;
  let now = START;
  while (now < END) {
    const [next] = await db.tenant(
      org.id,
      (tx) => tx<{ id: string; at: Date }[]>`
        select id, next_at as at from report_schedules where org_id = ${org.id} order by next_at limit 1`,
    );
    // The worker comes up to three hours late.
    now = new Date(Math.max(now.getTime(), next!.at.getTime() + random() * 3 * HOUR_MS));
    if (now >= END) break;
    for (const id of ids) {
      const isKilled = kills < KILLS && random() < 0.15;
      const worker = isKilled ? mortal(1 + Math.floor(random() * 16)) : services;
      // Sometimes a second worker is at it too: its lease was lost, and it does not know yet.
      const second = random() < 0.1 ? [sendDueReport(services, org.id, id, now)] : [];
      const [first] = await Promise.allSettled([sendDueReport(worker, org.id, id, now), ...second]);
      if (first!.status === 'fulfilled') continue;
      if (!(first.reason instanceof Crash)) throw first.reason;
      kills += 1;
    }
  }
  assert.equal(kills, KILLS);
  await db.tenant(org.id, async (tx) => {
    for (const [at, id] of ids.entries()) {
      const sent = await tx<{ period: string; recipient: string; outcome: string; mails: number }[]>`
        select d.period, d.recipient, d.outcome,
          (select count(*)::integer from mail_messages m where m.org_id = d.org_id and m.id = d.message_id) as mails
        from report_deliveries d where d.org_id = ${org.id} and d.schedule_id = ${id} order by d.period`;
      const ofMail = sent.filter(({ recipient }) => recipient === org.email);
      assert.ok(ofMail.every(({ outcome, mails }) => outcome === 'QUEUED' && mails === 1));
      const first = firsts[at]!.period;
      const days = [...expectedDays(RHYTHMS[at]!).keys()].filter((day) => day >= first);
      const last = ofMail.at(-1)!.period;
      assert.deepEqual(
        ofMail.map(({ period }) => period),
        days.filter((day) => day <= last),
        `${JSON.stringify(RHYTHMS[at])}: the periods that were mailed`,
      );
      assert.ok(Date.parse(last) > END.getTime() - 33 * DAY_MS, last);
      const [{ mails }] = await tx<[{ mails: number }]>`
        select count(*)::integer as mails from mail_messages
        where org_id = ${org.id} and kind = 'REPORT' and data ->> 'scheduleId' = ${id}`;
      assert.equal(mails, ofMail.length, 'no mail is of no period');
      const [{ messages }] = await tx<[{ messages: number }]>`
        select count(*)::integer as messages from webhook_messages
        where org_id = ${org.id} and event = 'report.ready' and body like ${`%${id}%`}`;
      assert.equal(messages, ofMail.length, 'webhooks get as many');
    }
  });
});
