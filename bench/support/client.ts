import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export interface ReportRequest {
  report: 'brands' | 'queries' | 'mentions';
  key: string;
  body: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Whether it is asked on a connection of its own, instead of a kept one. */
  isAlone?: boolean;
  /** Takes the body as it comes; it is not kept then. */
  take?: (chunk: Buffer) => void;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export function pathOf(report: ReportRequest['report']): string {
  return `/api/customer/v1/reports/${report}`;
}

/** Asks for a report. Any status is an answer; only a broken connection throws. */
export function ask(
  url: string,
  { report, key, body, headers = {}, isAlone = false, take }: ReportRequest,
): Promise<Answer> {
  const text = JSON.stringify(body);
  return new Promise((done, failed) => {
    const outgoing = request(
      `${url}${pathOf(report)}`,
      {
        agent: isAlone ? false : agent,
        method: 'POST',
        headers: {
          'X-API-Key': key,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(text),
          ...headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', take ?? ((chunk: Buffer) => chunks.push(chunk)));
        incoming.on('end', () =>
          done({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) }),
        );
        incoming.on('error', failed);
      },
    );
    outgoing.on('error', failed);
    outgoing.end(text);
  });
}

/** For so long a server that has just started may be busy, ms. */
const BUSY_MS = 60_000;

/** A report's answer, which must be a good one. A busy server is asked again. */
export async function askWell(url: string, wanted: ReportRequest): Promise<Answer> {
  let answer = await ask(url, wanted);
  for (const deadline = Date.now() + BUSY_MS; answer.status === 503 && Date.now() < deadline; ) {
    await sleep(200);
    answer = await ask(url, wanted);
  }
  if (answer.status !== 200)
    throw new Error(
      `${wanted.report} answered ${answer.status}: ${answer.body.toString('utf8').slice(0, 300)}`,
    );
  return answer;
}

/** The parsed body of a good answer. */
export function jsonOf({ body }: Answer): { data: Record<string, unknown>[]; total: number } {
  return JSON.parse(body.toString('utf8'));
}

export function closeConnections(): void {
  agent.destroy();
}
