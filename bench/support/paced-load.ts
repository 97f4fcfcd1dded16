import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathOf, type ReportRequest } from './client.ts';

/** What came back within a stretch of time. */
export interface PacedResult {
  /** Answers with 200 a second. */
  takenPerSecond: number;
  /** Milliseconds of each answer. */
  taken: number[];
  refused: number[];
}

export interface PacedLoad {
  url: string;
  /** The next request, never the same twice. */
  next: () => ReportRequest;
  /** Requests a second, evenly, whatever comes back. */
  perSecond: number;
  /** Seconds that count. */
  seconds: number;
  /** Whether they begin with the first refusal: until then queues fill, and nothing is overloaded yet. */
  isOverload: boolean;
}

/** A server that refuses nothing by then is measured as it is: without refusals there is no p99 of them. */
const FIRST_REFUSAL_DEADLINE_MS = 8_000;

/**
 * Asks at a rate that does not depend on the answers. autocannon's own rate sends what is due of a second at
 * its beginning, so that a server is flooded and idle in turn, which is another question.
 * @throws where an answer is neither 200 nor a 503 with Retry-After
 */
export async function pacedLoad({
  url,
  next,
  perSecond,
  seconds,
  isOverload,
}: PacedLoad): Promise<PacedResult> {
  let from = isOverload ? Number.POSITIVE_INFINITY : 0;
  const isWithin = (at: number) => at >= from && at < from + seconds * 1000;
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  let isOver = false;
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const times = { taken: [] as number[], refused: [] as number[] };
  let wrong: string | null = null;
  const ask = async () => {
    const sentAt = elapsed();
    const outcome = await outcomeOf(agent, url, next()).catch((error) => `no answer: ${error.message}`);
    const at = elapsed();
    if (isOver) return;
    if (outcome !== 'taken' && outcome !== 'refused') wrong = outcome;
    else {
      if (outcome === 'refused') from = Math.min(from, at);
      if (isWithin(at)) times[outcome].push(at - sentAt);
    }
  };
  const under: Promise<void>[] = [];
  for (let sent = 0; elapsed() < from + seconds * 1000; ) {
    if (elapsed() > FIRST_REFUSAL_DEADLINE_MS) from = Math.min(from, FIRST_REFUSAL_DEADLINE_MS);
    if (wrong !== null) break;
    for (const due = (elapsed() / 1000) * perSecond; sent < due; sent += 1) under.push(ask());
    await sleep(1);
  }
  // What is still under way is left: it would be the queue of the overload, minutes long where nothing is refused.
  isOver = true;
  agent.destroy();
  await Promise.all(under);
  if (wrong !== null) throw new Error(`Under load: ${wrong}`);
  return { ...times, takenPerSecond: times.taken.length / seconds };
}

function outcomeOf(agent: Agent, url: string, { report, key, body }: ReportRequest): Promise<string> {
  const text = JSON.stringify(body);
  const headers = {
    'X-API-Key': key,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  };
  return new Promise((done, failed) => {
    const outgoing = request(`${url}${pathOf(report)}`, { agent, method: 'POST', headers }, (incoming) => {
      incoming.resume();
      incoming.on('error', failed);
      incoming.on('end', () => {
        const { statusCode = 0 } = incoming;
        if (statusCode === 200) done('taken');
        else if (statusCode === 503 && incoming.headers['retry-after']) done('refused');
        else done(`an answer with ${statusCode}, Retry-After: ${incoming.headers['retry-after']}`);
      });
    });
    outgoing.on('error', failed);
    outgoing.end(text);
  });
}
