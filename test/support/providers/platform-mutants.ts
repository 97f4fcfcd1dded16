import { isDeepStrictEqual } from 'node:util';

// biome-ignore lint/suspicious/noExplicitAny: the body of any platform's protocol
type Json = any;

export const [BEFORE, AFTER, MORE] = [
  'I compared four reading lamps.',
  'Lumenfold Arc is the gentlest on the eyes',
  ', and Gleamwell is cheaper.',
];
export const PAGES = [
  { url: 'https://reviews.example/reading-lamps', title: 'Reading lamps, tested' },
  { url: 'https://lumenfold.example/arc', title: 'Lumenfold Arc' },
] as const;
const [REVIEW, SITE] = PAGES;
const FOUND = { url: 'https://found.example/', title: 'Only found' };

/** A response as a platform documents it, with invented content. */
export interface Documented {
  name: string;
  body: Json;
  /** Its texts; those of one paragraph are divided by a citation alone. */
  paragraphs: string[][];
  /** The names of the members that hold what is cited. */
  citations: object | string[];
}

const usage = {
  input_tokens: 900,
  input_tokens_details: { cached_tokens: 100 },
  output_tokens: 120,
  output_tokens_details: { reasoning_tokens: 20 },
  total_tokens: 1_020,
};
const completionUsage = {
  ...{ prompt_tokens: 900, completion_tokens: 120, total_tokens: 1_020 },
  prompt_tokens_details: { cached_tokens: 100 },
  completion_tokens_details: { reasoning_tokens: 20 },
};
const annotated = (page: { url: string; title: string }, start: number) => ({
  ...{ type: 'url_citation', start_index: start, end_index: start + 9 },
  ...page,
});
const outputText = (text: string, annotations: object[] = []) => ({
  type: 'output_text',
  text,
  annotations,
  logprobs: [],
});
const message = (id: string, ...content: object[]) => ({
  ...{ id, type: 'message', status: 'completed', role: 'assistant', content },
});
const responses = (model: string) => ({
  ...{ id: 'resp_1', object: 'response', created_at: 1_795_000_000, status: 'completed', error: null },
  incomplete_details: null,
  model,
  output: [
    { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'They want a lamp.' }] },
    message('msg_1', outputText(BEFORE)),
    {
      ...{ id: 'ws_1', type: 'web_search_call', status: 'completed' },
      action: { type: 'search', query: 'reading lamps', sources: [{ type: 'url', url: FOUND.url }] },
    },
    message('msg_2', outputText(AFTER, [annotated(REVIEW, 0)]), outputText(MORE, [annotated(SITE, 5)])),
  ],
  store: true,
  usage,
  metadata: {},
});
const completion = (more: object, model: string) => ({
  ...{ id: 'gen-1', object: 'chat.completion', created: 1_795_000_000, model },
  ...{ system_fingerprint: 'fp_1', service_tier: 'default' },
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: `${AFTER}[1]${MORE}[2]`, ...more },
      finish_reason: 'stop',
      logprobs: null,
    },
  ],
  usage: completionUsage,
});
const inParagraphs = [[BEFORE], [AFTER, MORE]];
const completed = [[`${AFTER}[1]${MORE}[2]`]];
const found = (pages: readonly object[]) => pages.map((page) => ({ ...page, date: '2026-05-01' }));
const location = (page: object, text: string) => ({
  ...{ type: 'web_search_result_location', cited_text: text.slice(0, 20), encrypted_index: 'Eo8B' },
  ...page,
});
const located = PAGES.map((page, index) => location(page, [AFTER, MORE][index]!));

/** One for each form, beginning with the platforms that are asked by an API. */
export const API_RESPONSES = {
  CHATGPT: {
    body: responses('gpt-6.1-sol'),
    paragraphs: inParagraphs,
    citations: PAGES.map((page, index) => annotated(page, index * 5)),
  },
  GROK: {
    body: { ...responses('grok-4.3'), citations: [REVIEW.url, SITE.url] },
    paragraphs: inParagraphs,
    citations: PAGES.map((page, index) => annotated(page, index * 5)),
  },
  CLAUDE: {
    body: {
      ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-5-5' },
      content: [
        { type: 'thinking', thinking: 'They want a lamp.', signature: 'EqQB' },
        { type: 'text', text: BEFORE },
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'reading lamps' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: [FOUND, ...PAGES].map((page) => ({
            ...{ type: 'web_search_result', encrypted_content: 'Eqgf', page_age: null },
            ...page,
          })),
        },
        { type: 'text', text: AFTER, citations: [located[0]] },
        { type: 'text', text: MORE, citations: [located[1]] },
      ],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 900, output_tokens: 120, server_tool_use: { web_search_requests: 1 } },
    },
    paragraphs: inParagraphs,
    citations: located,
  },
  GEMINI: {
    body: {
      candidates: [
        {
          content: { parts: [{ text: AFTER }, { text: MORE }], role: 'model' },
          finishReason: 'STOP',
          index: 0,
          groundingMetadata: {
            webSearchQueries: ['reading lamps'],
            searchEntryPoint: { renderedContent: '<div></div>' },
            groundingChunks: PAGES.map(({ url, title }) => ({ web: { uri: url, title } })),
            groundingSupports: [
              {
                segment: { startIndex: 0, endIndex: 9, text: AFTER.slice(0, 9) },
                groundingChunkIndices: [0],
              },
            ],
          },
        },
      ],
      usageMetadata: { promptTokenCount: 900, candidatesTokenCount: 120, totalTokenCount: 1_020 },
      modelVersion: 'gemini-3.8-flash',
    },
    paragraphs: [[AFTER, MORE]],
    citations: PAGES.map(({ url, title }) => ({ web: { uri: url, title } })),
  },
  PERPLEXITY: {
    body: {
      ...completion({}, 'sonar'),
      citations: [REVIEW.url, SITE.url],
      search_results: found([...PAGES, FOUND]),
      usage: { ...completionUsage, cost: { total_cost: 0.006 } },
    },
    paragraphs: completed,
    citations: [REVIEW.url, SITE.url],
  },
  DEEPSEEK: {
    body: completion({ reasoning_content: 'They want a lamp.' }, 'deepseek-v4-flash'),
    paragraphs: completed,
    citations: [],
  },
  LLAMA: { body: completion({ refusal: null }, 'llama-4'), paragraphs: completed, citations: [] },
  MISTRAL: {
    body: {
      ...{ object: 'conversation.response', conversation_id: 'conv_1' },
      outputs: [
        {
          object: 'entry',
          type: 'message.output',
          id: 'msg_1',
          model: 'mistral-medium-latest',
          role: 'assistant',
          content: BEFORE,
        },
        {
          object: 'entry',
          type: 'tool.execution',
          id: 'tool_1',
          name: 'web_search',
          arguments: '{"query":"lamps"}',
          info: {},
        },
        {
          ...{
            object: 'entry',
            type: 'message.output',
            id: 'msg_2',
            model: 'mistral-medium-latest',
            role: 'assistant',
          },
          content: [
            { type: 'text', text: AFTER },
            { type: 'tool_reference', tool: 'web_search', ...REVIEW, favicon: null },
            { type: 'text', text: MORE },
            { type: 'tool_reference', tool: 'web_search', ...SITE, favicon: null },
          ],
        },
      ],
      usage: { ...completionUsage, connector_tokens: 300, connectors: { web_search: 1 } },
    },
    paragraphs: inParagraphs,
    citations: PAGES.map((page) => ({ type: 'tool_reference', tool: 'web_search', ...page, favicon: null })),
  },
} satisfies Record<string, Omit<Documented, 'name'>>;

const blocks = {
  text_blocks: [
    { type: 'paragraph', snippet: BEFORE, reference_indexes: [0] },
    { type: 'list', list: [{ snippet: AFTER, reference_indexes: [1] }, { snippet: MORE }] },
  ],
  references: PAGES.map(({ url, title }, index) => ({
    title,
    link: url,
    snippet: 'A page.',
    source: 'Example',
    index,
  })),
};
const success = { search_metadata: { id: '1', status: 'Success' }, search_parameters: { engine: 'google' } };
const taskOf = (result: object) => ({
  ...{ version: '0.1', status_code: 20_000, status_message: 'Ok.', cost: 0.004, tasks_count: 1 },
  tasks: [
    { id: '1', status_code: 20_000, status_message: 'Ok.', cost: 0.004, result_count: 1, result: [result] },
  ],
});
const overviewReference = (page: object) => ({ type: 'ai_overview_reference', source: 'Example', ...page });
const asBlocks = [[BEFORE], [AFTER], [MORE]];
const blockReferences = blocks.references;
const overview = {
  type: 'ai_overview',
  rank_group: 1,
  markdown: null,
  items: [BEFORE, AFTER].map((text) => ({
    type: 'ai_overview_element',
    title: null,
    text,
    markdown: text,
    references: [],
  })),
  references: PAGES.map(overviewReference),
};

/** One for each form of the capture services; what divides their texts is their markdown's own. */
export const CAPTURED_RESPONSES = {
  'SERPAPI GOOGLE_AI_OVERVIEW': {
    body: { ...success, ai_overview: blocks, organic_results: [] },
    paragraphs: asBlocks,
    citations: blockReferences,
  },
  'SERPAPI GOOGLE_AI_MODE': {
    body: { ...success, ...blocks },
    paragraphs: asBlocks,
    citations: blockReferences,
  },
  'DATAFORSEO GOOGLE_AI_OVERVIEW': {
    body: taskOf({
      keyword: 'lamps',
      item_types: ['ai_overview'],
      items: [{ type: 'organic', url: FOUND.url }, overview],
    }),
    paragraphs: [[BEFORE], [AFTER]],
    citations: PAGES.map(overviewReference),
  },
  'DATAFORSEO GOOGLE_AI_MODE': {
    body: taskOf({ keyword: 'lamps', items: [overview] }),
    paragraphs: [[BEFORE], [AFTER]],
    citations: PAGES.map(overviewReference),
  },
  'DATAFORSEO CHATGPT': {
    body: taskOf({
      ...{
        keyword: 'lamps',
        model: 'gpt-5-3',
        markdown: `${AFTER}${MORE}`,
        fan_out_queries: ['reading lamps'],
      },
      sources: PAGES.map((page) => ({ type: 'chat_gpt_source', domain: 'example', ...page })),
      search_results: [FOUND],
    }),
    paragraphs: [[`${AFTER}${MORE}`]],
    citations: PAGES.map((page) => ({ type: 'chat_gpt_source', domain: 'example', ...page })),
  },
} satisfies Record<string, Omit<Documented, 'name'>>;

/** A response with one change, and what is to be read of it. */
export interface Mutant {
  /** Where, and what was done. */
  name: string;
  body: Json;
  /** What may be read of the texts: all that are there, or all but those whose own part was changed. */
  texts: string[][][];
  /** The addresses of citations that are whole. */
  cited: string[];
}

const UNKNOWN = { type: 'mutant_kind', mutant: [1, { deep: 'value' }], label: 'unknown' };
const TYPES: Json[] = [7, -1.5, 'odd', '', true, {}, ['odd']];

/** The values of other types, and null. */
function othersThan(value: Json): Json[] {
  const type = (one: Json) => (one === null ? 'null' : Array.isArray(one) ? 'list' : typeof one);
  return [...TYPES, null].filter((other) => type(other) !== type(value));
}

/** Every node of a body: dropped, null, of another type, with an unknown sibling, of an unknown kind. */
export function mutantsOf({ body, paragraphs, citations }: Omit<Documented, 'name'>): Mutant[] {
  const mutants: Mutant[] = [];
  const add = (
    path: (string | number)[],
    done: string,
    change: (parent: Json, key: string | number) => void,
  ) => {
    const root = { body: structuredClone(body) };
    const at = ['body', ...path];
    const parent = at.slice(0, -1).reduce((inner: Json, name) => inner[name], root as Json);
    change(parent, at.at(-1)!);
    const all = strings(root.body);
    const isThere = (text: string) => all.has(text);
    const kept = paragraphs.map((paragraph) => paragraph.filter(isThere));
    // A part whose kind was changed is no text any more, where there are others.
    const part = done === 'unknown kind' || done === 'renamed' ? strings(parent) : new Set<string>();
    const rest = kept.map((paragraph) => paragraph.filter((text) => !part.has(text)));
    const whole = (citations as Json[]).filter((citation) => has(root.body, citation));
    const cited = whole.map((citation) =>
      typeof citation === 'string' ? citation : (citation.url ?? citation.link ?? citation.web.uri),
    );
    mutants.push({ name: `${path.join('.') || 'all'} ${done}`, body: root.body, texts: [kept, rest], cited });
  };
  const visit = (value: Json, path: (string | number)[]) => {
    const key = path.at(-1);
    if (path.length > 0)
      add(path, 'dropped', (parent, name) => {
        if (Array.isArray(parent)) parent.splice(Number(name), 1);
        else delete parent[name];
      });
    for (const other of othersThan(value))
      add(path, `as ${JSON.stringify(other)}`, (parent, name) => Object.assign(parent, { [name]: other }));
    if (key === 'type')
      add(path, 'unknown kind', (parent, name) => Object.assign(parent, { [name]: 'mutant_kind' }));
    if (key === 'web')
      add(path, 'renamed', (parent, name) => {
        parent['mutantKind'] = parent[name];
        delete parent[name];
      });
    if (Array.isArray(value)) {
      add(path, 'unknown first', (parent, name) => parent[name].unshift(UNKNOWN));
      add(path, 'unknown last', (parent, name) => parent[name].push(UNKNOWN));
      add(path, 'null last', (parent, name) => parent[name].push(null));
      for (const [index, inner] of value.entries()) visit(inner, [...path, index]);
    } else if (value !== null && typeof value === 'object') {
      add(path, 'unknown sibling', (parent, name) => Object.assign(parent[name], { mutant: UNKNOWN }));
      for (const [name, inner] of Object.entries(value)) visit(inner, [...path, name]);
    }
  };
  visit(body, []);
  return mutants;
}

/** All strings in a value. */
function strings(value: Json, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') found.add(value);
  else if (value !== null && typeof value === 'object')
    for (const inner of Object.values(value)) strings(inner, found);
  return found;
}

/** Whether a value has another within it, as it is. */
function has(value: Json, wanted: Json): boolean {
  if (typeof wanted === 'string' && Array.isArray(value) && value.includes(wanted)) return true;
  if (typeof wanted === 'object' && isDeepStrictEqual(value, wanted)) return true;
  return (
    value !== null && typeof value === 'object' && Object.values(value).some((inner) => has(inner, wanted))
  );
}

/** What was read of a mutant, or why nothing was. */
export type Outcome =
  | { text: string; citations: { url: string }[]; leftOut?: { kind: string; count: number }[] }
  | { isShown: false }
  | { error: { name: string; isRetryable?: boolean; message: string } };

/** What is wrong with an outcome; null: nothing. */
export function faultOf(mutant: Mutant, outcome: Outcome, isCaptured: boolean): string | null {
  const isText = mutant.texts.every((wanted) => wanted.flat().length > 0);
  if ('error' in outcome) {
    if (outcome.error.isRetryable === undefined) return `not a PlatformError: ${outcome.error.message}`;
    if (isText) return `the answer is lost: ${outcome.error.message}`;
    return outcome.error.isRetryable ? `it is retried: ${outcome.error.message}` : null;
  }
  if ('isShown' in outcome && outcome.isShown === false)
    return isText ? 'the answer is lost: not shown' : null;
  if (mutant.texts[0]!.flat().length === 0) return null;
  const { text, citations } = outcome as Extract<Outcome, { text: string }>;
  // A string in place of a text is a text.
  if (mutant.name.endsWith('as "odd"') && text.includes('odd')) return null;
  const isRight = mutant.texts.some((wanted) =>
    isCaptured
      ? wanted.flat().every((one) => text.includes(one))
      : text ===
        wanted
          .map((paragraph) => paragraph.join(''))
          .filter(Boolean)
          .join('\n\n'),
  );
  if (!isRight) return `the text is another: ${JSON.stringify(text)}`;
  const urls = citations.map(({ url }) => url);
  const lost = mutant.cited.filter((url) => !urls.includes(url));
  if (lost.length > 0) return `a citation is lost: ${lost.join()}`;
  const strange = urls.filter((url) => !PAGES.some((page) => page.url === url));
  return strange.length > 0 ? `a citation is invented: ${strange.join()}` : null;
}
