// Sends the same requests again and again at a steady pace, and reports how long each answer took. One Probing at a
// time.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Probing {
  everyMs: number;
  requests: ProbeRequest[];
}

export interface ProbeRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string;
  /** The text of the answer; null: any with 200. */
  expected: string | null;
}

export interface Probed {
  /** Milliseconds. */
  times: number[];
  /** What was wrong with the last wrong answer; null: nothing. */
  wrong: string | null;
}

const agent = new Agent({ keepAlive: true });
let isStopped = false;

process.on('message', (message: Probing | 'stop') => {
  if (message === 'stop') isStopped = true;
  else void probe(message);
});
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
process.send?.('ready');

async function probe({ everyMs, requests }: Probing): Promise<void> {
  isStopped = false;
  const probed: Probed = { times: [], wrong: null };
  const waiting: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let sent = 0; !isStopped; sent += 1) {
    waiting.push(once(requests[sent % requests.length]!, probed));
    // Paced by the clock, not by the answers: a server that answers late gets as many requests.
    await sleep(Math.max(0, startedAt + (sent + 1) * everyMs - performance.now()));
  }
  await Promise.all(waiting);
  process.send?.(probed);
}

async function once(wanted: ProbeRequest, probed: Probed): Promise<void> {
  const startedAt = performance.now();
  const { status, text } = await answer(wanted).catch((error) => ({ status: 0, text: String(error) }));
  probed.times.push(performance.now() - startedAt);
  if (status !== 200) probed.wrong = `${status} ${text.slice(0, 200)}`;
  else if (wanted.expected !== null && text !== wanted.expected) probed.wrong = 'another body than expected';
}

function answer({ url, method, headers, body }: ProbeRequest): Promise<{ status: number; text: string }> {
  return new Promise((done, failed) => {
    const outgoing = request(url, { agent, method, headers }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.on('end', () => done({ status: incoming.statusCode ?? 0, text }));
      incoming.on('error', failed);
    });
    outgoing.on('error', failed);
    outgoing.end(body);
  });
}
