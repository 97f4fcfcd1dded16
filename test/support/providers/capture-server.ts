import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

// biome-ignore lint/suspicious/noExplicitAny: the body of any provider's protocol
type Json = any;

/** A request as it arrived. */
export interface CaptureRequest {
  provider: 'SERPAPI' | 'DATAFORSEO';
  /** Below the provider's base URL, without its query. */
  path: string;
  /** SerpApi's parameters, or DataForSEO's task. */
  asked: Record<string, Json>;
  /** SerpApi's key, or DataForSEO's login and password. */
  apiKey: string;
}

/** What is answered; `hang`: nothing comes. */
export type CaptureReply = { status?: number; body: object | string } | 'hang';

export interface CaptureServer {
  baseUrl(provider: CaptureRequest['provider']): string;
  requests: CaptureRequest[];
  /** What is answered from now on; null: as the provider's reference shows it. */
  reply: (request: CaptureRequest) => CaptureReply | null;
  reset(): void;
  close(): Promise<void>;
}

export const TEXT = 'Most would name **Lumenfold** first, then Gleamwell.';
export const SOURCES = [
  { url: 'https://reviews.example/best-reading-lamps', title: 'Best reading lamps' },
  { url: 'https://lumenfold.example/', title: 'Lumenfold' },
];
export const ONLY_FOUND = { url: 'https://found.example/and-not-cited', title: 'Found' };
export const PAGE_TOKEN = 'KIVu-a-page-token';

/** SerpApi's text blocks and references, as its reference shows them. */
export const BLOCKS = {
  text_blocks: [
    { type: 'paragraph', snippet: TEXT, snippet_highlighted_words: ['Lumenfold'], reference_indexes: [0, 1] },
    { type: 'heading', snippet: 'Others' },
    {
      type: 'list',
      list: [
        { title: 'Bright:', snippet: 'Gleamwell is bright.', reference_indexes: [0] },
        { snippet: 'Warm lamps', list: [{ snippet: 'Glowhaus' }] },
      ],
    },
    {
      type: 'table',
      table: [
        ['Lamp', 'Price'],
        ['Lumenfold', '$ 80'],
      ],
    },
  ],
  references: SOURCES.map(({ url, title }, index) => ({
    title,
    link: url,
    snippet: 'A page.',
    source: 'Example',
    index,
  })),
};

const found = (body: object) => ({
  search_metadata: { id: '0a1b', status: 'Success' },
  search_parameters: {},
  ...body,
});

/** A page of Google as SerpApi has it, with an AI Overview or what stands for it. */
export function googlePage(overview: object | null): object {
  const results = {
    search_information: { organic_results_state: 'Results for exact spelling' },
    organic_results: [],
  };
  return found({ ...results, ...(overview && { ai_overview: overview }) });
}

function serpApi({ engine }: Record<string, Json>): object {
  if (engine === 'google') return googlePage(BLOCKS);
  if (engine === 'google_ai_overview') return found({ ai_overview: BLOCKS });
  return found(BLOCKS);
}

/** An answer of DataForSEO to one task; `result` null where it failed. */
export function taskAnswer(
  result: object | null,
  { code = 20_000, message = 'Ok.', cost = 0.004 } = {},
): object {
  const task = {
    id: '0a1b',
    status_code: code,
    status_message: message,
    cost,
    result_count: 1,
    result: result && [result],
  };
  return {
    version: '0.1.20260401',
    status_code: 20_000,
    status_message: 'Ok.',
    cost,
    tasks_count: 1,
    tasks: [task],
  };
}

const references = SOURCES.map(({ url, title }) => ({
  type: 'ai_overview_reference',
  source: 'Example',
  url,
  title,
  text: 'A page.',
}));

/** A page of Google as DataForSEO has it. */
export function serp(items: object[]): object {
  return { keyword: '', item_types: items.map((item: Json) => item.type), items_count: items.length, items };
}

export const OVERVIEW_ITEM = {
  type: 'ai_overview',
  rank_group: 1,
  asynchronous_ai_overview: true,
  markdown: TEXT,
  items: [
    { type: 'ai_overview_element', title: null, text: TEXT, markdown: TEXT, references: [references[1]] },
  ],
  references,
};

export const CHAT_RESULT = {
  keyword: '',
  model: 'gpt-5-3',
  markdown: TEXT,
  sources: SOURCES.map((source) => ({ type: 'chat_gpt_source', domain: 'example', ...source })),
  search_results: [ONLY_FOUND, ...SOURCES].map((page) => ({
    type: 'chat_gpt_search_result',
    domain: 'example',
    ...page,
  })),
  fan_out_queries: ['best reading lamp 2026', 'reading lamp eyes'],
  items: [{ type: 'chat_gpt_text', markdown: TEXT }],
};

function dataForSeo(path: string): object {
  if (path.includes('llm_scraper')) return taskAnswer(CHAT_RESULT);
  return taskAnswer(serp([OVERVIEW_ITEM, { type: 'organic', url: 'https://organic.example/' }]));
}

/** A server on loopback that speaks the protocols of both capture providers, each below a path of its own. */
export async function startCaptureServer(): Promise<CaptureServer> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const captures: CaptureServer = {
    baseUrl: (provider) => `${origin}/${provider.toLowerCase()}`,
    requests: [],
    reply: () => null,
    reset() {
      captures.requests = [];
      captures.reply = () => null;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return captures;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', origin);
    const [, prefix = '', path = ''] = /^\/([a-z]+)(\/.*)$/.exec(pathname) ?? [];
    const isSerpApi = prefix === 'serpapi';
    const { api_key = '', ...parameters } = Object.fromEntries(searchParams);
    const body = request.method === 'POST' ? JSON.parse(await readText(request)) : [];
    const credentials = request.headers.authorization?.replace(/^Basic /, '') ?? '';
    const asked: CaptureRequest = {
      provider: isSerpApi ? 'SERPAPI' : 'DATAFORSEO',
      path,
      asked: isSerpApi ? parameters : body[0],
      apiKey: isSerpApi ? api_key : Buffer.from(credentials, 'base64').toString(),
    };
    captures.requests.push(asked);
    const reply = captures.reply(asked) ?? { body: isSerpApi ? serpApi(parameters) : dataForSeo(path) };
    if (reply === 'hang') return;
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' }).end(text);
  }
}
