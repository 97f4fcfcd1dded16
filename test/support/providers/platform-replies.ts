import type { ApiPlatform } from '../../../src/platforms/apis.ts';

/** What a platform is to say. */
export interface PlatformReply {
  text: string;
  citations: { url: string; title: string | null }[];
  /** The model that says it answered. */
  model: string;
  inputTokens: number;
  outputTokens: number;
}

export interface Said extends PlatformReply {
  prompt: string;
  /** Where the server is, for links of the platform's own. */
  origin: string;
}

const CREATED = 1_795_000_000;
/** Found by the search and not cited. */
export const ONLY_FOUND = 'https://found.example/and-not-cited';

/** Answers as the platforms' public API references show them: what is read of them and much that is not. */
export const SUCCESSES: Record<ApiPlatform, (said: Said) => object> = {
  CHATGPT: (said) => ({
    id: 'resp_0a1b',
    object: 'response',
    created_at: CREATED,
    status: 'completed',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    model: said.model,
    output: [
      { id: 'rs_0a1b', type: 'reasoning', summary: [] },
      {
        id: 'ws_0a1b',
        type: 'web_search_call',
        status: 'completed',
        action: {
          type: 'search',
          query: said.prompt,
          queries: [said.prompt],
          sources: [
            { type: 'url', url: ONLY_FOUND },
            ...said.citations.map(({ url }) => ({ type: 'url', url })),
          ],
        },
      },
      {
        id: 'ws_0a1c',
        type: 'web_search_call',
        status: 'completed',
        action: { type: 'open_page', url: ONLY_FOUND },
      },
      message(said, (citation) => citation.title),
    ],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: 'medium', summary: null },
    store: true,
    temperature: 1,
    text: { format: { type: 'text' }, verbosity: 'medium' },
    tool_choice: 'auto',
    tools: [{ type: 'web_search', search_context_size: 'medium', user_location: null }],
    usage: {
      input_tokens: said.inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: said.outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: said.inputTokens + said.outputTokens,
    },
    user: null,
    metadata: {},
  }),
  CLAUDE: (said) => ({
    id: 'msg_0a1b',
    type: 'message',
    role: 'assistant',
    model: said.model,
    content: [
      { type: 'server_tool_use', id: 'srvtoolu_0a1b', name: 'web_search', input: { query: said.prompt } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_0a1b',
        content: [{ url: ONLY_FOUND, title: 'Found' }, ...said.citations].map(({ url, title }) => ({
          type: 'web_search_result',
          url,
          title: title ?? '',
          encrypted_content: 'EqgfCioIARgBIiQ3',
          page_age: '3 days ago',
        })),
      },
      {
        type: 'text',
        text: said.text,
        citations: said.citations.map(({ url, title }) => ({
          type: 'web_search_result_location',
          url,
          title,
          encrypted_index: 'Eo8BCioIAhgBIiQy',
          cited_text: said.text.slice(0, 150),
        })),
      },
    ],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: said.inputTokens,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: said.outputTokens,
      server_tool_use: { web_search_requests: 1 },
      service_tier: 'standard',
    },
  }),
  GEMINI: (said) => ({
    candidates: [
      {
        content: { parts: [{ text: said.text }], role: 'model' },
        finishReason: 'STOP',
        groundingMetadata: {
          searchEntryPoint: { renderedContent: '<div class="container"></div>' },
          groundingChunks: said.citations.map(({ url, title }) => ({
            web: {
              uri: `${said.origin}/grounding-api-redirect/${Buffer.from(url).toString('base64url')}`,
              title: title ?? new URL(url).hostname,
            },
          })),
          groundingSupports: said.citations.map((_, index) => ({
            segment: { startIndex: 0, endIndex: said.text.length, text: said.text },
            groundingChunkIndices: [index],
          })),
          webSearchQueries: [said.prompt, `${said.prompt} reviews`],
        },
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: said.inputTokens,
      candidatesTokenCount: said.outputTokens,
      totalTokenCount: said.inputTokens + said.outputTokens,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: said.inputTokens }],
    },
    modelVersion: said.model,
    responseId: '0a1b',
  }),
  PERPLEXITY: (said) => ({
    ...completion(said),
    citations: said.citations.map(({ url }) => url),
    search_results: [...said.citations, { url: ONLY_FOUND, title: 'Found' }].map(({ url, title }) => ({
      title: title ?? '',
      url,
      date: '2026-05-01',
      last_updated: '2026-06-01',
      snippet: said.text.slice(0, 100),
      source: 'web',
    })),
    usage: {
      prompt_tokens: said.inputTokens,
      completion_tokens: said.outputTokens,
      total_tokens: said.inputTokens + said.outputTokens,
      search_context_size: 'low',
      cost: {
        input_tokens_cost: 0.0001,
        output_tokens_cost: 0.0002,
        request_cost: 0.005,
        total_cost: 0.0053,
      },
    },
  }),
  GROK: (said) => ({
    id: '0a1b-0a1b',
    object: 'response',
    created_at: CREATED,
    status: 'completed',
    incomplete_details: null,
    model: said.model,
    output: [
      {
        id: 'ws_0a1b',
        type: 'web_search_call',
        status: 'completed',
        action: { type: 'search', query: said.prompt, sources: [{ type: 'url', url: ONLY_FOUND }] },
      },
      // Its citations are numbered in place of titles.
      message(said, (_, index) => String(index + 1)),
    ],
    parallel_tool_calls: true,
    store: true,
    tool_choice: 'auto',
    usage: {
      input_tokens: said.inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: said.outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: said.inputTokens + said.outputTokens,
      num_sources_used: 0,
      num_server_side_tools_used: 1,
      cost_in_usd_ticks: 37_756_000,
    },
  }),
  DEEPSEEK: (said) => ({
    ...completion(said, { reasoning_content: 'They ask; they shall be answered.' }),
    usage: {
      prompt_tokens: said.inputTokens,
      completion_tokens: said.outputTokens,
      total_tokens: said.inputTokens + said.outputTokens,
      prompt_tokens_details: { cached_tokens: 100 },
      prompt_cache_hit_tokens: 100,
      prompt_cache_miss_tokens: said.inputTokens - 100,
    },
  }),
  MISTRAL: (said) => ({
    object: 'conversation.response',
    conversation_id: 'conv_0a1b',
    outputs: [
      {
        object: 'entry',
        type: 'tool.execution',
        created_at: '2026-11-01T09:30:00.000Z',
        completed_at: '2026-11-01T09:30:01.000Z',
        id: 'tool_exec_0a1b',
        name: 'web_search',
        arguments: JSON.stringify({ query: said.prompt }),
        function: 'web_search',
        info: {},
      },
      {
        object: 'entry',
        type: 'message.output',
        created_at: '2026-11-01T09:30:01.000Z',
        completed_at: '2026-11-01T09:30:02.000Z',
        id: 'msg_0a1b',
        agent_id: null,
        model: said.model,
        role: 'assistant',
        content: [
          { type: 'text', text: said.text },
          ...said.citations.map(({ url, title }) => ({
            type: 'tool_reference',
            tool: 'web_search',
            title: title ?? '',
            url,
            favicon: null,
            description: 'A page.',
          })),
        ],
      },
    ],
    usage: {
      prompt_tokens: said.inputTokens - 600,
      completion_tokens: said.outputTokens,
      total_tokens: said.inputTokens + said.outputTokens,
      connector_tokens: 600,
      connectors: { web_search: 1 },
    },
  }),
  LLAMA: (said) => ({
    ...completion(said),
    usage: {
      prompt_tokens: said.inputTokens,
      completion_tokens: said.outputTokens,
      total_tokens: said.inputTokens + said.outputTokens,
    },
  }),
};

/** Changes an answer into one for which nothing was searched. */
// biome-ignore lint/suspicious/noExplicitAny: the body of any platform's protocol
export function withoutSearch(platform: ApiPlatform, body: any): void {
  if (platform === 'CHATGPT' || platform === 'GROK') {
    body.output = body.output.filter(({ type }: { type: string }) => type !== 'web_search_call');
    body.output.at(-1).content[0].annotations = [];
  }
  if (platform === 'GEMINI') delete body.candidates[0].groundingMetadata;
  if (platform === 'MISTRAL') {
    const [message] = body.outputs.slice(-1);
    message.content = message.content[0].text;
    body.outputs = [message];
    body.usage = { ...body.usage, connectors: null, connector_tokens: null, prompt_tokens: 1_000 };
  }
  if (platform === 'PERPLEXITY') {
    delete body.citations;
    delete body.search_results;
  }
  if (platform !== 'CLAUDE') return;
  body.content = [{ type: 'text', text: body.content.at(-1).text }];
  delete body.usage.server_tool_use;
}

/** Changes an answer into one to a prompt for JSON: a model that was given a tool to answer by uses that. */
export function asJsonAnswer(
  platform: ApiPlatform,
  // biome-ignore lint/suspicious/noExplicitAny: the body of any platform's protocol
  body: any,
  { tools }: { tools?: { name: string }[] },
): void {
  if (platform === 'MISTRAL') completeMistral(body);
  else withoutSearch(platform, body);
  const tool = platform === 'CLAUDE' && tools?.find(({ name }) => name === 'json');
  if (!tool) return;
  const { text } = body.content[0];
  body.content = [{ type: 'tool_use', id: 'toolu_0a1b', name: tool.name, input: objectIn(text) }];
  body.stop_reason = 'tool_use';
}

/** JSON is asked of Mistral by its completions. */
// biome-ignore lint/suspicious/noExplicitAny: as above
function completeMistral(body: any): void {
  const { model, content } = body.outputs.at(-1);
  const { usage } = body;
  for (const name of Object.keys(body)) delete body[name];
  Object.assign(body, completion({ model, text: content[0].text }), {
    usage: {
      prompt_tokens: 1_000,
      completion_tokens: usage.completion_tokens,
      total_tokens: usage.total_tokens,
    },
  });
}

function objectIn(text: string): object {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

/** A failure as the platform tells of it. */
export function failureBody(platform: ApiPlatform, status: number, message: string): object {
  if (platform === 'CLAUDE') {
    const type = status === 529 ? 'overloaded_error' : status === 429 ? 'rate_limit_error' : 'api_error';
    return { type: 'error', error: { type, message }, request_id: 'req_0a1b' };
  }
  if (platform === 'GEMINI') return { error: { code: status, message, status: 'UNAVAILABLE', details: [] } };
  if (platform === 'GROK') return { code: 'Some status', error: message };
  if (platform === 'MISTRAL')
    return { object: 'error', message, type: 'some_error', param: null, code: '1000' };
  return { error: { message, type: 'some_error', param: null, code: null } };
}

function message(
  { text, citations }: Said,
  titleOf: (citation: Said['citations'][number], index: number) => string | null,
): object {
  return {
    id: 'msg_0a1b',
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [
      {
        type: 'output_text',
        text,
        logprobs: [],
        annotations: citations.map((citation, index) => ({
          type: 'url_citation',
          start_index: 0,
          end_index: text.length,
          url: citation.url,
          title: titleOf(citation, index) ?? '',
        })),
      },
    ],
  };
}

function completion({ model, text }: Pick<Said, 'model' | 'text'>, more: object = {}): object {
  return {
    id: 'chatcmpl-0a1b',
    object: 'chat.completion',
    created: CREATED,
    model,
    system_fingerprint: 'fp_0a1b',
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        logprobs: null,
        message: { role: 'assistant', content: text, ...more },
      },
    ],
  };
}
