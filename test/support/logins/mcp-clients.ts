/** What a client sends, and what must come back. */
export interface Step {
  /** A message of JSON-RPC; none: a request without a body. */
  message?: { method: string; id?: number | string; params?: object };
  /** POST by default. */
  by?: 'GET' | 'DELETE';
  headers?: Record<string, string>;
  /** Over HTTP; 200 by default, 202 for a notification. */
  status?: number;
  /** Parts of the result, or of the error. */
  result?: object;
  error?: { code: number };
}

export interface McpClient {
  name: string;
  /** Sent with each request over HTTP after the first. */
  headers: Record<string, string>;
  steps: Step[];
}

const BOTH = 'application/json, text/event-stream';
const UI = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };
const SERVER = { serverInfo: { name: 'sightline' }, capabilities: { tools: {}, resources: {}, prompts: {} } };
const INITIALIZED: Step = { message: { method: 'notifications/initialized' } };
const NO_STREAM: Step = { by: 'GET', headers: { Accept: 'text/event-stream' }, status: 405 };
const NO_SESSION: Step = { by: 'DELETE', status: 405 };
const LISTS: Step[] = ['tools', 'prompts', 'resources'].map((kind, at) => ({
  message: { method: `${kind}/list`, id: at + 1, params: {} },
  result: {
    [kind]: [
      { name: { tools: 'list_brands', prompts: 'weekly_report', resources: 'measures' }[kind] as string },
    ],
  },
}));
const UNKNOWN = { code: -32_601 };

/** Clients as they introduce themselves and what they ask of a server, by public logs; the content is invented. */
export const MCP_CLIENTS: McpClient[] = [
  {
    // Claude Desktop and claude.ai: their logs of messages, as in IBM/ibm-odm-management-mcp-server and
    // punkpeye/fastmcp 35. Ids begin with 0; lists are asked for whether or not there are any, pings go on.
    name: 'Claude Desktop',
    headers: { Accept: BOTH, 'MCP-Protocol-Version': '2025-06-18', 'User-Agent': 'Claude-User' },
    steps: [
      {
        message: {
          method: 'initialize',
          id: 0,
          params: {
            protocolVersion: '2025-06-18',
            capabilities: { extensions: UI },
            clientInfo: { name: 'claude-ai', version: '0.1.0' },
          },
        },
        result: { ...SERVER, protocolVersion: '2025-06-18' },
      },
      INITIALIZED,
      ...LISTS,
      { message: { method: 'ping', id: 4 }, result: {} },
      {
        message: { method: 'tools/call', id: 5, params: { name: 'list_brands', arguments: {} } },
        result: { structuredContent: { total: 2 } },
      },
      // claude-code 22394, mcp-remote 319
      {
        message: {
          method: 'tools/call',
          id: 6,
          params: { name: 'report_brands', arguments: { dimensions: '["platform"]' } },
        },
        result: { structuredContent: { total: 3 } },
      },
      {
        message: {
          method: 'prompts/get',
          id: 7,
          params: { name: 'weekly_report', arguments: { brand: 'Lumenfold' } },
        },
        result: { messages: [{ role: 'user' }] },
      },
    ],
  },
  {
    // Claude Code 2.1: captured by its users (a probe server of MCP's TypeScript SDK, a coordinator of agents); it asks
    // for a stream, ends a session that there is none of, and cancels what takes long.
    name: 'Claude Code',
    headers: {
      Accept: BOTH,
      'MCP-Protocol-Version': '2025-11-25',
      'User-Agent': 'claude-code/2.1.233 (cli)',
    },
    steps: [
      {
        message: {
          method: 'initialize',
          id: 0,
          params: {
            protocolVersion: '2025-11-25',
            capabilities: { roots: { listChanged: true }, elicitation: {} },
            clientInfo: {
              name: 'claude-code',
              title: 'Claude Code',
              version: '2.1.233',
              description: 'A coding tool',
              websiteUrl: 'https://code.example',
            },
          },
        },
        result: { ...SERVER, protocolVersion: '2025-11-25' },
      },
      INITIALIZED,
      NO_STREAM,
      ...LISTS,
      {
        message: {
          method: 'tools/call',
          id: 4,
          params: {
            name: 'report_queries',
            arguments: { limit: '1', brand: 'null' },
            _meta: { progressToken: 4, 'claudecode/toolUseId': 'toolu_1' },
          },
        },
        result: { structuredContent: { rows: [{}] } },
      },
      // claude-code 95239: a list of the text "null" for one that was left out.
      {
        message: {
          method: 'tools/call',
          id: 5,
          params: { name: 'report_brands', arguments: { dimensions: ['null'] } },
        },
        result: { structuredContent: { total: 2 } },
      },
      {
        message: {
          method: 'tools/call',
          id: 6,
          params: { name: 'report_brands', arguments: { brand: 'Lumenfolt' } },
        },
        result: { isError: true },
      },
      { message: { method: 'notifications/cancelled', params: { requestId: 4, reason: 'too slow' } } },
      { message: { method: 'notifications/roots/list_changed' } },
      NO_SESSION,
    ],
  },
  {
    // ChatGPT and the Responses API: a session for each call (openai-apps-sdk-examples 165), whose id it makes up or
    // keeps from elsewhere, and what it knows of the conversation in _meta.
    name: 'ChatGPT',
    headers: {
      Accept: BOTH,
      'MCP-Protocol-Version': '2025-06-18',
      'Mcp-Session-Id': '8f14e45fceea167a',
      'User-Agent': 'openai-mcp/1.0.0',
    },
    steps: [
      ...[1, 2].flatMap((call): Step[] => [
        {
          message: {
            method: 'initialize',
            id: `${call}-init`,
            params: {
              protocolVersion: '2025-06-18',
              capabilities: { experimental: { 'openai/visibility': { enabled: true } }, extensions: UI },
              clientInfo: { name: 'openai-mcp', version: '1.0.0' },
            },
          },
          result: { ...SERVER, protocolVersion: '2025-06-18' },
        },
        INITIALIZED,
        {
          message: { method: 'tools/list', id: `${call}-list`, params: { cursor: null } },
          error: { code: -32_602 },
        },
        {
          message: { method: 'tools/list', id: `${call}-all` },
          result: { tools: [{ name: 'list_brands' }] },
        },
        {
          message: {
            method: 'tools/call',
            id: `${call}-call`,
            params: {
              name: 'list_brands',
              arguments: null as never,
              _meta: {
                'openai/session': 'v1/abc',
                'openai/subject': 'v1/def',
                'openai/locale': 'en-GB',
                'openai/userLocation': { city: 'Lumen' },
              },
            },
          },
          result: { structuredContent: { total: 2 } },
        },
      ]),
      NO_SESSION,
    ],
  },
  {
    // Cursor: cursor/cursor 2998 and typescript-sdk 1400. It initializes again and again on one address, and asks for
    // templates of resources. Where a tool needs no argument it sends one of its own.
    name: 'Cursor',
    headers: { Accept: BOTH, 'MCP-Protocol-Version': '2025-06-18', 'User-Agent': 'Cursor/1.9.0 (linux x64)' },
    steps: [
      ...[0, 1].flatMap((time): Step[] => [
        {
          message: {
            method: 'initialize',
            id: 10 * time,
            params: {
              protocolVersion: '2025-06-18',
              capabilities: {
                tools: true,
                prompts: true,
                resources: true,
                logging: false,
                elicitation: {},
                roots: { listChanged: false },
              },
              clientInfo: { name: 'cursor-vscode', version: '1.0.0' },
            },
          },
          result: SERVER,
        },
        INITIALIZED,
        NO_STREAM,
      ]),
      ...LISTS,
      {
        message: { method: 'resources/templates/list', id: 11 },
        result: { resourceTemplates: [{ name: 'operation' }] },
      },
      {
        message: { method: 'resources/read', id: 12, params: { uri: 'sightline://measures' } },
        result: { contents: [{ mimeType: 'text/markdown' }] },
      },
      {
        message: {
          method: 'tools/call',
          id: 13,
          params: { name: 'list_prompts', arguments: { random_string: 'dummy' } },
        },
        result: { structuredContent: { total: 11 } },
      },
    ],
  },
  {
    // VS Code 1.140: its capabilities as recorded in public (a bridge of language servers); x51xxx/codex-mcp-tool 1:
    // it sets a level for logs; microsoft/vscode 308766: later requests have the version that it asked for.
    name: 'VS Code',
    headers: {
      Accept: BOTH,
      'MCP-Protocol-Version': '2025-11-25',
      'User-Agent': 'Visual Studio Code/1.140.0',
    },
    steps: [
      {
        message: {
          method: 'initialize',
          id: 1,
          params: {
            protocolVersion: '2025-11-25',
            capabilities: {
              roots: { listChanged: true },
              sampling: {},
              elicitation: { form: {}, url: {} },
              tasks: {
                list: {},
                cancel: {},
                requests: { sampling: { createMessage: {} }, elicitation: { create: {} } },
              },
              extensions: UI,
            },
            clientInfo: { name: 'Visual Studio Code', version: '1.140.0' },
          },
        },
        result: { ...SERVER, protocolVersion: '2025-11-25' },
      },
      INITIALIZED,
      NO_STREAM,
      // No capability says that there are logs; the refusal is one of JSON-RPC, which ends nothing.
      { message: { method: 'logging/setLevel', id: 2, params: { level: 'info' } }, error: UNKNOWN },
      ...LISTS.map((step, at): Step => ({ ...step, message: { ...step.message!, id: at + 3 } })),
      {
        message: {
          method: 'completion/complete',
          id: 6,
          params: {
            ref: { type: 'ref/prompt', name: 'why_did_we_fall' },
            argument: { name: 'brand', value: 'lu' },
          },
        },
        result: { completion: { values: ['Lumenfold'] } },
      },
      {
        message: {
          method: 'tools/call',
          id: 7,
          params: {
            name: 'compare_periods',
            arguments: { brand: 'Lumenfold', filters: [] },
            _meta: { progressToken: 'a', 'vscode.conversationId': 'x' },
          },
        },
        result: { structuredContent: { brands: [{ brand: { name: 'Lumenfold' } }] } },
      },
    ],
  },
  {
    // The Inspector: inspector 706 (it sets a level only where logs are declared), 771 (empty lists for what is left
    // out), fast-mcp-scala 56; its page also tries every method.
    name: 'MCP Inspector',
    headers: { Accept: BOTH, 'MCP-Protocol-Version': '2025-11-25' },
    steps: [
      {
        message: {
          method: 'initialize',
          id: 0,
          params: {
            protocolVersion: '2025-11-25',
            capabilities: { sampling: {}, elicitation: {}, roots: { listChanged: true } },
            clientInfo: { name: 'inspector-client', version: '0.17.2' },
          },
        },
        result: { ...SERVER, capabilities: { completions: {} } },
      },
      INITIALIZED,
      { message: { method: 'ping', id: 1, params: { _meta: { progressToken: 1 } } }, result: {} },
      ...LISTS.map((step, at): Step => ({ ...step, message: { ...step.message!, id: at + 2 } })),
      {
        message: {
          method: 'tools/call',
          id: 5,
          params: {
            name: 'report_opportunities',
            arguments: { brand: 'Lumenfold', kinds: [], start_date: '', offset: 0 },
            _meta: { progressToken: 5 },
          },
        },
        result: { structuredContent: { rows: [] } },
      },
      {
        message: { method: 'resources/subscribe', id: 6, params: { uri: 'sightline://measures' } },
        error: UNKNOWN,
      },
      {
        message: { method: 'prompts/get', id: 7, params: { name: 'who_is_cited' } },
        error: { code: -32_602 },
      },
      { message: { method: 'sampling/createMessage', id: 8, params: {} }, error: UNKNOWN },
      NO_SESSION,
    ],
  },
  {
    // Clients of the first versions, and one whose version nobody knows (metoro-io/mcp-golang 134).
    name: 'an old client',
    headers: { Accept: 'application/json' },
    steps: [
      {
        message: {
          method: 'initialize',
          id: 1,
          params: {
            protocolVersion: '1.0',
            capabilities: {},
            clientInfo: { name: 'mcp-golang', version: '0.1' },
          },
        },
        result: { ...SERVER, protocolVersion: '2025-11-25' },
      },
      INITIALIZED,
      {
        message: { method: 'tools/call', id: 2, params: { name: 'list_brands' } },
        result: { structuredContent: { total: 2 } },
      },
    ],
  },
];
