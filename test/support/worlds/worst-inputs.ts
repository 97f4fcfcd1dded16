import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { beginEnrolment } from '../../../src/features/accounts/second-factor.ts';
import { confirmationToken } from '../../../src/features/mail/consents.ts';
import { noteRefusal } from '../../../src/features/mail/refusals.ts';
import { unsubscribeToken } from '../../../src/features/mail/unsubscribe.ts';
import type { OperationId } from '../../../src/server/dispatch/handler.ts';
import { callerWith } from '../callers/caller.ts';
import { joined } from '../callers/members.ts';
import { adminKey } from '../callers/server-admin.ts';
import { daysAgo } from '../days.ts';
import { CALLBACK, connected, refresh, register, requestOf } from '../logins/oauth.ts';
import { completeRun, type TestApp, type TestOrganisation } from '../server/app.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of any operation
type Json = any;

/** What a call needs that exists for it alone. */
export interface Prepared {
  token?: string;
  body?: Json;
  /** Instead of a body, for operations that take a form. */
  form?: Record<string, string | undefined>;
  /** By collection, as paths name it. */
  ids?: Record<string, string>;
  query?: Record<string, string>;
}

/** What a schema alone cannot say of the worst input of an operation. */
export interface Worst {
  /** Bodies instead of those that are made from the schema. */
  bodies?: (about: { brandId: string; round: number }) => Json[];
  /** Mends a body that is made from the schema, where its members depend on each other. */
  mend?: (body: Json) => Json;
  /** Queries instead of the largest page of a list. */
  queries?: Record<string, string>[];
  /** Makes what the call ends or uses up: its session, an invitation, the organisation. */
  prepare?: (app: TestApp, about: { org: TestOrganisation; token: string }) => Promise<Prepared>;
  /** It is about the largest of its kind each time; others that change something are each time about another one. */
  isOfLargest?: boolean;
  /** Refusals, beside 2xx, that come after the work that is measured. */
  statuses?: number[];
}

/** The shortest name, which an answer can repeat most often. */
export const NAME = 'q';
const repeated = <Value>(value: Value, count: number): Value[] => Array<Value>(count).fill(value);
const graph = (nodes: Json[]) => ({ '@context': 'https://schema.org', '@graph': nodes });

/** Markup that may be stored, because it has warnings alone. */
export const STORABLE_MARKUP = graph(repeated({ '@type': 'WebSite', name: 'x', url: 'https://a.b' }, 4_700));
/** Markup of nearly 256 KiB each. */
const WORST_MARKUP: Json[] = [
  graph(repeated({ '@type': 'Organization', url: 'no address' }, 5_000)),
  graph(repeated({ '@type': 'Product', offers: { '@type': 'Offer' } }, 5_000)),
  graph(repeated({}, 60_000)),
  graph([{ '@type': repeated('Corporation', 15_000) }]),
  graph(repeated({ '@type': repeated('q', 250), name: repeated(1, 100) }, 200)),
  graph([{ '@type': 'Organization', url: repeated(1, 100_000) }]),
  graph([{ '@type': 'Organization', url: repeated({ '@type': ['Person', 'q'] }, 8_000) }]),
  graph(
    repeated(
      { '@type': 'Product', ...Object.fromEntries(repeated(0, 70).map((_, at) => [`p${at}`, {}])) },
      300,
    ),
  ),
  repeated(graph(repeated({}, 70)), 1_000),
  ['name', 'review', 'author', 'x'.repeat(60)].reduce<Json>(
    (inner, name) => ({ '@type': 'Product', [name]: inner }),
    repeated({ '@type': ['Offer', 'Person'] }, 7_000),
  ),
];

const names = () => repeated(0, 100).map((_, at) => `${at} ${`${NAME} `.repeat(95)}`.trim());
/** Names that agree with each other: what is case-sensitive is one of the names, an ignored phrase holds one. */
const agreeing = (body: Json): Json => ({
  ...body,
  aliases: names(),
  caseSensitive: names(),
  ignoredPhrases: names().map((name) => `${name} z`),
});

/** Text that is slow to read: the name again and again, markup that is never closed, quotes within quotes. */
const slowText = (length: number): string =>
  [`${NAME} `.repeat(length / 4), '\\``` \\`` [[[ <a <b \\```'.repeat(length / 60), '> '.repeat(length / 8)]
    .join('\n')
    .slice(0, length);

const FILTERS = repeated(0, 10).map((_, at) => ({
  field: 'query',
  operator: 'not_in',
  values: repeated(0, 100).map((__, value) => `${at} ${value} `.padEnd(400, 'größe')),
}));
/** With these in `include` a page has 1,000 rows at most. */
const FEW = ['evidence', 'competitors'];
/** A report of many groups, which says all there is about each, behind ten filters that let everything pass. */
const report = (include: string[], dimensions: string[], order: string): Worst => ({
  bodies: ({ round }) => {
    const groups = { dimensions, compare_to: 'previous', order_by: [{ field: order, direction: 'desc' }] };
    const short = FILTERS.map((filter) => ({ ...filter, values: ['1', '2'] }));
    return [
      // Of a brand with many competitors a page shows few rows with all of them.
      {
        ...groups,
        include,
        filters: FILTERS,
        limit: include.includes('competitors') ? 16 - round : 1_000 - round,
      },
      {
        ...groups,
        include: include.filter((one) => one !== 'competitors'),
        filters: FILTERS,
        limit: 990 - round,
      },
      {
        ...groups,
        include: include.filter((one) => !FEW.includes(one)),
        filters: short,
        limit: 10_000 - round,
      },
      { limit: 10_000 - round },
    ];
  },
});
const reportByUrl = (include: string, dimensions: string): Worst => ({
  queries: ['json', 'csv', 'ndjson', 'parquet'].flatMap((format) => [
    { format },
    {
      format,
      limit: '1000',
      dimensions,
      include,
      filters: `query:not_in:${repeated('größe', 100).join(',')}`,
    },
  ]),
});
const COMMON = ['intervals', 'coverage', 'evidence', 'readers'];
const SHARE = [...COMMON, 'share_of_voice'];
/** Of reports of runs, in which two ranges are compared. */
const COMPARED = [...SHARE, 'counts', 'changes'];
const brandsReport = report([...COMPARED, 'competitors'], ['query', 'day', 'model'], 'visibility');
const queriesReport = report(COMPARED, ['query', 'day', 'model'], 'visibility');
const mentionsReport = report(COMMON, ['query', 'domain', 'day'], 'mention_count');
/** Rows of sources and of searches that are compared are few too. */
const foundReport = (also: object, evidence: string[]): Worst => ({
  bodies: ({ round }) => {
    const rest = { ...also, dimensions: ['query', 'day', 'model'], filters: FILTERS };
    const include = ['intervals', 'coverage'];
    return [
      { ...rest, include: [...include, ...evidence], compare_to: 'previous', limit: 1_000 - round },
      { ...rest, include, limit: 10_000 - round },
    ];
  },
});
const sourcesReport = foundReport({ by: 'url' }, ['evidence', 'competitors']);
const searchesReport = foundReport({}, ['evidence']);
/** A report of a year, behind ten filters that let everything pass. */
const opportunities: Worst = {
  bodies: ({ brandId, round }) => {
    const days = { start_date: daysAgo(365), end_date: daysAgo(0) };
    const rest = { brand_id: brandId, include: ['uncertain'], limit: 100 - round };
    return [
      { ...rest, ...days, filters: FILTERS },
      { ...rest, ...days, offset: round },
    ];
  },
};
const brandsByUrl = reportByUrl(SHARE.join(), 'query,day,model');
const mentionsByUrl = reportByUrl(COMMON.join(), 'query,domain,day');

const tool = (name: string, input: Json) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
});

/** Another organisation, which the call may end or log out of. */
const elsewhere = async (app: TestApp): Promise<TestOrganisation & { token: string }> => {
  const org = await app.organisation();
  return { ...org, token: await app.login(org) };
};
const inElsewhere = async (app: TestApp): Promise<Prepared> => ({ token: (await elsewhere(app)).token });
let made = 0;

/**
 * An answer that names every competitor there is.
 * @param isCorrected whether it was corrected before
 */
const crowdedAnswer = (isCorrected: boolean): Worst => ({
  mend: (body) => ({ ...body, named: true, position: 1 }),
  prepare: async (app, { org, token }) => {
    const [ids] = await app.app.services.db.tenant(org.id, async (tx) => {
      const [run] = await tx<{ id: string; brandId: string }[]>`
        select id, brand_id as "brandId" from runs where org_id = ${org.id} and external_id = 'large 3'`;
      await tx`insert into observations (org_id, run_id, subject_id, kind, named, position, sentiment, snippet,
                                         extraction_version)
        select org_id, ${run!.id}, id, 'COMPETITOR', true, 1 + row_number() over (order by id), 6000,
          repeat('ö', 300), 1
        from competitors where org_id = ${org.id} and brand_id = ${run!.brandId}
        on conflict do nothing`;
      return tx<{ runs: string; brands: string; competitors: string }[]>`
        select ${run!.id} as runs, ${run!.brandId} as brands, min(id) as competitors from competitors
        where org_id = ${org.id} and brand_id = ${run!.brandId}`;
    });
    const { runs, brands, competitors } = ids!;
    for (const path of isCorrected ? [`brands/${brands}`, `competitors/${competitors}`] : []) {
      const body = { named: true, position: 2, note: 'ö'.repeat(2_000) };
      const { status, text } = await app.call('PUT', `/api/runs/${runs}/${path}/correction`, { token, body });
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    }
    return { ids: { runs, brands, competitors } };
  },
});
/** Every mention is corrected, after its answer. */
const correctedMentions: Worst = {
  prepare: async (app, { org }) => {
    await app.sql(
      org,
    )`insert into mention_corrections as k (org_id, mention_id, run_id, sentiment, dismissed, corrected_by)
        select org_id, id, run_id, 5000, false, 'somebody' from mentions where org_id = ${org.id}
        on conflict (org_id, mention_id) do update set corrected_at = excluded.corrected_at`;
    return {};
  },
};

/** A resource that the API makes for each call. */
const madeBefore = (path: string, collection: string, body: (at: number) => Json): Worst => ({
  prepare: async (app, { token }) => {
    made += 1;
    const { status, json, text } = await app.call('POST', path, { token, body: body(made) });
    if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`);
    return { ids: { [collection]: json.id } };
  },
});

/** Several runs a day are of this interval alone. */
const daily = (body: Json): Json => ({ ...body, repeatInterval: 'DAILY' });

/** A type of a domain that is there before each call. */
const setDomain: Worst = {
  prepare: async (app, { token }) => {
    const path = '/api/sources/reviews.example/type';
    const { status, text } = await app.call('PUT', path, { token, body: { sourceType: 'REVIEW' } });
    if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`);
    return {};
  },
};

/** The organisation's bucket: there is one at most. */
const ofBucket: Worst = {
  prepare: async (app, { token }) => {
    const config = { bucket: 'acme', accessKeyId: 'key', secretAccessKey: 'a secret', everyMinutes: 1_440 };
    await app.call('POST', '/api/integrations', { token, body: { type: 'BUCKET', config } });
    const { json } = await app.call('GET', '/api/integrations?type=BUCKET', { token });
    return { ids: { integrations: json.data[0].id } };
  },
};

const byMarkup = (others: object): Worst => ({
  bodies: ({ brandId }) =>
    [STORABLE_MARKUP, ...WORST_MARKUP].map((jsonLd) => ({
      ...('brandId' in others ? { brandId } : {}),
      type: 'WEBSITE',
      jsonLd,
    })),
  statuses: [400],
});

const accountElsewhere = async (app: TestApp) => {
  const made = await elsewhere(app);
  const [user] = await app.app.services.db.sql<
    { id: string }[]
  >`select id from users where email = ${made.email}`;
  return { ...made, orgId: made.id, userId: user!.id };
};
async function withPassword(app: TestApp): Promise<Prepared> {
  const { token, password } = await elsewhere(app);
  return { token, body: { password } };
}
/** An account whose second factor waits for a code. */
const enrolling = async (app: TestApp) => {
  const account = await accountElsewhere(app);
  const { db, secretBox } = app.app.services;
  return { ...account, ...(await beginEnrolment(db.sql, secretBox, account.userId)) };
};
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
/** A login that an enrolment finishes. */
const challenge = async (app: TestApp, userId: string, orgId: string): Promise<string> => {
  const text = `slc_${randomBytes(32).toString('base64url')}`;
  await app.app.services.db.sql`
    insert into login_challenges (hash, user_id, organisation_id, is_enrolment, expires_at)
    values (${createHash('sha256').update(text).digest()}, ${userId}, ${orgId}, true, now() + interval '1 minute')`;
  return text;
};
async function refusedAddress(app: TestApp, { org }: { org: TestOrganisation }): Promise<Prepared> {
  made += 1;
  const address = `refused${made}@customer.example`;
  const [row] = await app.app.services.db.tenant(org.id, async (tx) => {
    await noteRefusal(tx, org.id, { address, status: 550, reason: 'ö'.repeat(300), isForGood: true });
    return tx<
      { id: string }[]
    >`select id from mail_addresses where org_id = ${org.id} and address = ${address}`;
  });
  return { ids: { addresses: row!.id } };
}
/** A body of 64 KB, in each of a hundred changes. */
const wide = Object.fromEntries(repeated(0, 40).map((_, at) => [`n${at}`, 'ö']));
async function ofScim(app: TestApp): Promise<Prepared> {
  const { token, id } = await elsewhere(app);
  const { db } = app.app.services;
  const domain = `${id}.example`;
  await db.sql`insert into single_sign_on_domains (organisation_id, domain, proof, verified_at)
    values (${id}, ${domain}, 'x', now())`;
  const { json } = await app.call('POST', '/api/organisation/scim/token', { token });
  const made = await app.call('POST', '/scim/v2/Users', {
    token: json.token,
    body: { userName: `ada@${domain}` },
  });
  const longest = 'ö'.repeat(200);
  return {
    token: json.token,
    ids: { Users: JSON.parse(made.text).id, ResourceTypes: longest, Schemas: longest },
  };
}
const ofUsualRange = (body: Json) => ({
  ...body,
  ...{ range: '30d', path: null, visibility: 'ORGANISATION', filters: { ...body.filters, country: 'DE' } },
});
const ofNoPrompt = ({ queryId: _, ...body }: Json) => body;
/** The largest brand, over as many days as may be. */
const ofLargestBrand: Worst = {
  prepare: async (app, { token }) => {
    const { data } = (await app.call('GET', '/api/brands?limit=1000', { token })).json;
    const { id: brandId } = data.find(({ name }: { name: string }) => name === 'Lumenfold');
    return { query: { brandId, startDate: daysAgo(365), endDate: daysAgo(0) } };
  },
};
const toFifty: Worst = {
  mend: (body) => ({
    ...body,
    ...{ rhythm: 'MONTH', timeZone: 'Australia/Lord_Howe', slack: true, webhooks: true, attachment: 'CSV' },
    addresses: repeated(0, 50).map((_, at) => `${at}@${'a'.repeat(60)}.${'b'.repeat(60)}.example`),
  }),
};
async function ofConfirmation(app: TestApp): Promise<Prepared> {
  const { id: orgId } = await elsewhere(app);
  const address = 'ada@customer.example';
  const token = confirmationToken(app.app.services.secretBox, { orgId, subjectId: orgId, address });
  return { ids: { confirm: token } };
}
/** A link of its own for each call: it has a limit of its own. */
const ofSharedLink =
  (form?: { password: string }) =>
  async (app: TestApp, { token }: { token: string }) => {
    const { json: brands } = await app.call('GET', '/api/brands?limit=1', { token });
    const body = { name: 'A view', screen: 'overview', brandId: brands.data[0].id };
    const { json: view } = await app.call('POST', '/api/views', { token, body });
    const link = { viewId: view.id, ...(form ? { password: form.password.slice(0, 20) } : {}) };
    const { json } = await app.call('POST', '/api/shared-links', { token, body: link });
    return { ids: { shared: json.path.split('/').at(-1) }, ...(form ? { form } : {}) };
  };
/** The largest organisation, as the server's administrator asks for it. */
async function asAdmin(app: TestApp, { org }: { org: TestOrganisation }): Promise<Prepared> {
  return { token: await adminKey(app), ids: { organisations: org.id } };
}
async function asAdminElsewhere(app: TestApp): Promise<Prepared> {
  const { id, token } = await elsewhere(app);
  const { json } = await app.call('GET', '/api/organisation', { token });
  return { token: await adminKey(app), ids: { organisations: id }, query: { name: json.name } };
}
async function ofMail(app: TestApp): Promise<Prepared> {
  const { userId, orgId } = await accountElsewhere(app);
  const token = unsubscribeToken(app.app.services.secretBox, { orgId, userId, kind: 'ALERT' });
  return { ids: { unsubscribe: token } };
}

/** Servers of this test share PUBLIC_URL, which agents' tokens are for. */
export const PUBLIC_URL = 'https://reports.example';
const connectedAgent = (app: TestApp, token: string) =>
  connected(app, token, { resource: `${PUBLIC_URL}/mcp` });
const LONG_REDIRECTS = repeated(0, 7).map((_, at) => `${CALLBACK}/${at}`.padEnd(1_900, 'x'));
/** The longest request of a client that has the most redirect URIs. */
async function askedByAgent(app: TestApp): Promise<string> {
  const client = await register(app, { redirect_uris: LONG_REDIRECTS, client_name: 'ö'.repeat(200) });
  return requestOf(app, client, {
    redirect_uri: LONG_REDIRECTS.at(-1),
    resource: `${PUBLIC_URL}/mcp`,
    state: 's'.repeat(2_000),
    scope: `reports:read ${'x '.repeat(400)}`,
  });
}
async function oneConnection(app: TestApp, { token }: { token: string }): Promise<Prepared> {
  await connectedAgent(app, token);
  const { json } = await app.call('GET', '/api/auth/connections?limit=1', { token });
  return { ids: { connections: json.data[0].id } };
}

export const WORST: { [Id in OperationId]?: Worst } = {
  validateSchema: { bodies: () => WORST_MARKUP.map((jsonLd) => ({ jsonLd })) },
  createSchema: byMarkup({ brandId: true }),
  updateSchema: byMarkup({}),
  generateSchema: {
    bodies: ({ brandId }) =>
      WORST_MARKUP.map((jsonLd) => ({
        brandId,
        type: 'PRODUCT',
        fields: { review: jsonLd['@graph'] ?? jsonLd },
      })),
  },

  reportBrands: brandsReport,
  getBrandsReport: brandsReport,
  reportQueries: queriesReport,
  getQueriesReport: queriesReport,
  reportMentions: mentionsReport,
  getMentionsReport: mentionsReport,
  reportSources: sourcesReport,
  getSourcesReport: sourcesReport,
  reportSearches: searchesReport,
  getSearchesReport: searchesReport,
  reportBrandsByUrl: brandsByUrl,
  getBrandsReportByUrl: brandsByUrl,
  reportQueriesByUrl: brandsByUrl,
  getQueriesReportByUrl: brandsByUrl,
  reportMentionsByUrl: mentionsByUrl,
  getMentionsReportByUrl: mentionsByUrl,
  callMcp: {
    bodies: () => [
      tool('report_brands', { dimensions: ['query', 'day', 'model'], include: SHARE, limit: 200 }),
      tool('report_queries', { dimensions: ['query', 'day', 'model'], include: SHARE, limit: 200 }),
      tool('report_mentions', { limit: 200 }),
      tool('compare_periods', { limit: 50 }),
      tool('list_brands', { limit: 200 }),
      tool('list_prompts', { limit: 200 }),
      tool('get_coverage', {}),
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'sightline://openapi.json' } },
    ],
  },

  createApiKey: { mend: (body) => ({ ...body, brandIds: body.brandIds.slice(0, 500) }) },
  createBrand: { mend: agreeing },
  updateBrand: { mend: (body) => agreeing({ ...body, archived: false }), isOfLargest: true },
  createCompetitor: { mend: agreeing, isOfLargest: true },
  updateCompetitor: { mend: agreeing },
  previewNames: {
    mend: ({ subjectId: _, ...body }) => agreeing({ ...body, answers: 20 }),
    isOfLargest: true,
  },
  getBrand: { isOfLargest: true },
  testExtraction: {
    bodies: ({ brandId }) => [
      {
        brandId,
        answer: slowText(100_000),
        draft: { ...agreeing({ subjectId: brandId }) },
        citations: repeated(0, 500).map((_, at) => ({
          url: `https://a${at}.example/`.padEnd(900, 'x'),
          title: 'Größe '.repeat(60),
        })),
      },
      { brandId, answer: Array.from({ length: 1_000 }, (_, at) => `${at} ${NAME} größe`).join('. ') },
    ],
    statuses: [422],
  },
  getRunNamings: { statuses: [422] },
  suggestNames: { statuses: [422] },
  getBrandCorrection: crowdedAnswer(true),
  putBrandCorrection: crowdedAnswer(false),
  deleteBrandCorrection: crowdedAnswer(true),
  getCompetitorCorrection: crowdedAnswer(true),
  putCompetitorCorrection: crowdedAnswer(false),
  deleteCompetitorCorrection: crowdedAnswer(true),
  previewCorrectionAdoption: correctedMentions,
  adoptMentionCorrections: correctedMentions,
  createCorrectionBatch: {
    bodies: ({ brandId, round }) => [
      { filter: { brandId }, named: true, score: round, note: 'ö'.repeat(2_000) },
    ],
    prepare: async (app, { org }) => {
      await app.sql(org)`delete from answer_corrections where org_id = ${org.id} and batch_id is not null`;
      return {};
    },
  },
  deleteCorrectionBatch: {
    prepare: async (app, { token }) => {
      const { data } = (await app.call('GET', '/api/brands?limit=1000', { token })).json;
      const { id: brandId } = data.find(({ name }: { name: string }) => name === 'Lumenfold');
      const body = { filter: { brandId }, named: false };
      const { status, json, text } = await app.call('POST', '/api/correction-batches', { token, body });
      if (status !== 201) throw new Error(`the batch answered ${status}: ${text}`);
      return { ids: { batches: json.id } };
    },
  },
  updateMention: { mend: (body) => ({ ...body, sentimentScore: 50, dismissed: false, scope: 'answer' }) },
  ingestRuns: {
    bodies: ({ brandId }) => {
      const run = (at: number, answer: string, citations: number) =>
        completeRun({
          brandId,
          queryText: `Größe ${at}`.padEnd(200, 'x'),
          answer,
          citations: repeated(0, citations).map((_, page) => ({ url: `https://a${page}.example/${at}` })),
        });
      return [
        // As many as may come, of middle size; the largest; those with most citations; none that is right.
        repeated(0, 1_000).map((_, at) => run(at, 'größe '.repeat(2_000), 1)),
        repeated(0, 100).map((_, at) => run(at, NAME, 500)),
        repeated(0, 1_000).map((_, at) => ({
          ...run(at, '', 0),
          brandId: 'none',
          extra: 'x'.repeat(15_000),
        })),
        repeated(repeated(1, 7_500), 1_000),
      ];
    },
  },
  importAnswers: {
    bodies: ({ brandId }) => {
      const head = 'platform,queryText,executedAt,answer,citations\n';
      const file = (content: string) => ({
        content: Buffer.from(content)
          .subarray(0, 2 << 20)
          .toString('base64'),
        brandId,
        reading: { columns: ['platform', 'queryText', 'executedAt', 'answer', 'citations'] },
      });
      const row = (answer: string, citations = '') =>
        `ChatGPT,Which?,2026-11-19,"${answer}","${citations}"\n`;
      return [
        // The most records that are read at once, the largest, quotes and cells without end, lists, lines of JSON.
        file(head + row('größe '.repeat(600)).repeat(1_100)),
        file(head + row('x'.repeat(999_999)).repeat(4)),
        file(head + row('x', 'https://a.example/ '.repeat(26_000)).repeat(7)),
        file(`${head}"${'a""'.repeat(1_300_000)}`),
        file(head + '"a\n'.repeat(1_300_000)),
        file(head + ','.repeat(4_000_000)),
        file(head + 'x'.repeat(4_000_000)),
        file(head + ' \n'.repeat(1_600_000)),
        file(`{"answer":"${'x'.repeat(900_000)}"}\n`.repeat(4)),
        file('{"a":1}\n'.repeat(500_000)),
        file(`{"a":${'['.repeat(4_000_000)}`),
      ];
    },
  },
  reportOpportunities: opportunities,
  getOpportunitiesReport: opportunities,
  createOpportunityMark: {
    bodies: ({ brandId, round }) => [
      { brandId, kind: 'PROMPT', subject: `${round} `.padEnd(10_000, 'größe'), state: 'DONE' },
    ],
  },
  getDocument: ofLargestBrand,
  reportDocument: ofLargestBrand,
  createReportSchedule: toFifty,
  updateReportSchedule: toFifty,
  // The server of these calls sends no mail.
  sendReportSchedule: { statuses: [409] },
  getMailConfirmation: { prepare: ofConfirmation },
  confirmMails: { prepare: ofConfirmation },
  createView: { mend: ofUsualRange },
  updateView: { mend: ofUsualRange },
  createAnnotation: { mend: ofNoPrompt },
  updateAnnotation: { mend: ofNoPrompt },
  bulkCreateAnnotations: { mend: (body) => body.map(ofNoPrompt) },
  createSharedLink: {
    mend: ({ pinId: _, ...body }) => ({
      ...body,
      password: 'ö'.repeat(1_024),
      frameOrigins: repeated(0, 10).map((_, at) => `https://${`a${at}.`.repeat(60)}example`),
    }),
  },
  createQuery: { mend: daily, isOfLargest: true },
  scheduleQueries: { mend: daily },
  bulkCreateQueries: { mend: (body) => ({ ...body, platforms: ['CHATGPT'] }) },
  updateQuery: {
    mend: ({ scheduledAt: _, repeatInterval: __, runsPerDay: ___, ...body }) => ({
      ...body,
      archived: false,
    }),
  },
  cancelTrial: { statuses: [409] },
  acknowledgeAlert: { statuses: [409] },
  resolveAlert: { statuses: [409] },
  updateIntegration: { bodies: ({ round }) => [{ config: { apiKey: 'k'.repeat(500 - round) } }] },
  getBucketState: ofBucket,
  writeBucket: ofBucket,
  deleteIntegration: madeBefore('/api/integrations', 'integrations', () => ({
    type: 'GEMINI',
    config: { apiKey: 'k'.repeat(40) },
  })),
  getDomainType: setDomain,
  // A site of a brand would have all answers read again, before what is measured after it.
  putDomainType: { mend: () => ({ sourceType: 'REVIEW' }) },
  deleteDomainType: setDomain,
  createPin: { mend: ({ snapshot: _, ...body }) => body },
  deletePin: madeBefore('/api/pins', 'pins', (at) => ({ name: `made-${at}` })),
  createExport: {
    bodies: ({ round }) => [
      {
        report: 'BRANDS',
        format: 'CSV',
        parameters: {
          dimensions: ['query', 'day', 'model'],
          include: SHARE.slice(0, 2),
          filters: FILTERS.slice(round),
        },
      },
    ],
    statuses: [409],
  },
  deleteExport: madeBefore('/api/reports/exports', 'exports', () => ({ report: 'BRANDS', format: 'CSV' })),
  updateDraft: { mend: (body) => ({ ...body, version: 1, state: 'DRAFT' }), statuses: [409] },
  createAlertRule: {
    mend: ({ platform: _, competitorId: __, ...body }) => ({ ...body, threshold: 50, windowDays: 90 }),
  },
  updateAlertRule: {
    mend: ({ platform: _, competitorId: __, ...body }) => ({ ...body, threshold: 50, windowDays: 90 }),
  },
  createIntegration: {
    bodies: ({ round }) => [{ type: 'CLAUDE', config: { apiKey: 'k'.repeat(500 - round) } }],
    statuses: [409],
  },

  login: {
    prepare: async (app) => {
      const { email, password } = await app.organisation();
      return { body: { email, password } };
    },
  },
  register: {
    prepare: async () => {
      made += 1;
      return {
        body: {
          organisationName: `${made} `.padEnd(200, 'ö'),
          email: `registered${made}@customer.example`,
          password: 'ö'.repeat(1_024),
        },
      };
    },
  },
  refreshToken: {
    prepare: async (app) => {
      const { email, password } = await app.organisation();
      const { json } = await app.call('POST', '/api/auth/login', { body: { email, password } });
      return { body: { refreshToken: json.refreshToken } };
    },
  },
  changePassword: {
    prepare: async (app) => {
      const { token, password } = await elsewhere(app);
      return { token, body: { currentPassword: password, newPassword: 'ö'.repeat(1_024) } };
    },
  },
  switchOrganisation: {
    prepare: async (app) => {
      const { token, id } = await elsewhere(app);
      return { token, body: { organisationId: id } };
    },
  },
  acceptInvitation: {
    prepare: async (app, { token: ofOwner }) => {
      made += 1;
      const owner = callerWith(app, ofOwner);
      const { json } = await owner('createInvitation', {
        body: { email: `invited${made}@customer.example`, role: 'VIEWER' },
      });
      return { body: { token: json.token, password: 'ö'.repeat(1_024) } };
    },
  },
  forgotPassword: { bodies: ({ round }) => [{ email: `${round}@b.example`.padStart(254, 'x') }] },
  resetPassword: {
    prepare: async (app) => {
      const token = `slp_${randomBytes(32).toString('base64url')}`;
      const { userId } = await accountElsewhere(app);
      await app.app.services.db.sql`insert into password_resets (hash, user_id, expires_at)
        values (${createHash('sha256').update(token).digest()}, ${userId}, now() + interval '1 minute')`;
      return { body: { token, password: 'ö'.repeat(1_024) } };
    },
  },
  enrolSecondFactor: { prepare: withPassword },
  disableSecondFactor: { prepare: withPassword },
  confirmSecondFactor: {
    prepare: async (app) => {
      const { token, secret } = await enrolling(app);
      return { token, body: { code: codeOf(secret) } };
    },
  },
  confirmLogin: {
    prepare: async (app) => {
      const { userId, orgId, secret } = await enrolling(app);
      return { body: { challenge: await challenge(app, userId, orgId), code: codeOf(secret) } };
    },
  },
  enrolAtLogin: {
    prepare: async (app) => {
      const { userId, orgId } = await accountElsewhere(app);
      return { body: { challenge: await challenge(app, userId, orgId) } };
    },
  },
  putAnswerRetention: { bodies: () => [{ months: null }] },
  eraseAddress: { bodies: ({ round }) => [{ email: `${round}@b.example`.padStart(254, 'x') }] },
  // There is no provider: a login begins and ends where that is found out.
  putSingleSignOn: { statuses: [400, 409] },
  startSingleSignOn: {
    bodies: ({ round }) => [{ email: `${round}@b.example`.padStart(254, 'x') }],
    statuses: [404],
  },
  linkSingleSignOn: { statuses: [404] },
  forgetMemberLink: {
    prepare: async (app) => ({ ids: { members: (await accountElsewhere(app)).userId } }),
    statuses: [404],
  },
  endSingleSignOn: { prepare: inElsewhere },
  finishSingleSignOn: {
    prepare: async (_, { org }) => ({ ids: { callback: org.id } }),
    queries: [{ code: 'x'.repeat(4_000), state: 'x'.repeat(200) }],
    statuses: [401],
  },
  reportSingleSignOnLogout: {
    prepare: async (_, { org }) => ({ ids: { logout: org.id } }),
    statuses: [404],
  },
  listScimUsers: {
    prepare: ofScim,
    queries: [
      { filter: `userName eq "${'\\\\'.repeat(490)}"` },
      { filter: `userName eq ${'"\\'.repeat(490)}` },
      { filter: repeated('id pr', 110).join(' or ') },
      { count: '200' },
    ],
    statuses: [400],
  },
  createScimUser: { prepare: ofScim, statuses: [400, 403] },
  getScimUser: { prepare: ofScim },
  replaceScimUser: { prepare: ofScim, statuses: [400] },
  deleteScimUser: { prepare: ofScim },
  getScimConfig: { prepare: ofScim },
  listScimResourceTypes: { prepare: ofScim },
  getScimResourceType: { prepare: ofScim, statuses: [404] },
  listScimSchemas: { prepare: ofScim },
  getScimSchema: { prepare: ofScim, statuses: [404] },
  listScimGroups: { prepare: ofScim },
  updateScimUser: {
    prepare: ofScim,
    bodies: () => [{ Operations: repeated({ op: 'replace', value: wide }, 100) }],
    statuses: [400],
  },
  putSecurity: { bodies: () => [{ demandsSecondFactor: false }] },
  getMailAddress: { prepare: refusedAddress },
  removeMailAddress: { prepare: refusedAddress },
  openSharedLink: { prepare: ofSharedLink() },
  openSharedLinkByPassword: { prepare: ofSharedLink({ password: 'ö'.repeat(300) }) },
  getUnsubscribe: { prepare: ofMail },
  unsubscribe: { prepare: ofMail },

  authorizeAgent: { queries: [{ state: 's'.repeat(2_000), scope: '%'.repeat(1_000) }], statuses: [302] },
  registerAgent: {
    mend: (body) => ({
      ...body,
      redirect_uris: LONG_REDIRECTS,
      token_endpoint_auth_method: 'client_secret_post',
      response_types: ['code'],
      grant_types: ['authorization_code'],
    }),
  },
  getConsent: { prepare: async (app) => ({ query: { request: await askedByAgent(app) } }) },
  decideConsent: {
    prepare: async (app) => ({ body: { request: await askedByAgent(app), isApproved: true } }),
  },
  issueAgentTokens: {
    prepare: async (app, { token }) => {
      const { client, refreshToken } = await connectedAgent(app, token);
      return { form: refresh(client, refreshToken) };
    },
  },
  revokeAgentToken: {
    prepare: async (app, { token }) => {
      const { client, accessToken } = await connectedAgent(app, token);
      return { form: { client_id: client.id, token: accessToken } };
    },
  },
  getConnection: { prepare: oneConnection },
  endConnection: { prepare: oneConnection },

  logout: { prepare: inElsewhere },
  listServerOrganisations: {
    prepare: asAdmin,
    queries: [{ limit: '1000' }, { limit: '1000', name: 'ö'.repeat(200) }],
  },
  createServerOrganisation: { prepare: asAdmin },
  getServerOrganisation: { prepare: asAdmin },
  // It would be refused for the rest of the test.
  updateServerOrganisation: { prepare: async (app) => ({ ...(await asAdminElsewhere(app)), query: {} }) },
  deleteServerOrganisation: { prepare: asAdminElsewhere },
  inviteOwner: { prepare: async (app) => ({ ...(await asAdminElsewhere(app)), query: {} }) },
  getServerOrganisationUsage: {
    prepare: asAdmin,
    queries: [{ startDate: daysAgo(89), endDate: daysAgo(0) }],
  },
  listServerAuditLog: { prepare: asAdmin },
  deleteOrganisation: {
    prepare: async (app) => {
      const { id, token } = await elsewhere(app);
      const { json } = await app.call('GET', '/api/organisation', { token });
      return { token, query: { name: json.name }, ids: { organisations: id } };
    },
  },
  changePlan: { prepare: inElsewhere },
  updateMember: { prepare: async (app, { token }) => ({ ids: { members: await memberOf(app, token) } }) },
  removeMember: { prepare: async (app, { token }) => ({ ids: { members: await memberOf(app, token) } }) },
};

async function memberOf(app: TestApp, token: string): Promise<string> {
  return (await joined(app, callerWith(app, token), 'VIEWER')).id;
}
