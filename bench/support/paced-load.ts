import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathOf, type ReportRequest } from './client.ts';

/** The answers of a load. */
export interface PacedResult {
  /** Answers with status 200 in a second. */
  takenPerSecond: number;
  /** Milliseconds to each answer with 200. */
  taken: number[];
  /** Milliseconds to each answer with 503. */
  refused: number[];
}

export interface PacedLoad {
  url: string;
  /** The next request, never the same twice. */
  next: () => ReportRequest;
  /** Requests a second, at an even pace that does not depend on the answers. */
  perSecond: number;
  /** Seconds that are measured. */
  seconds: number;
  /** Whether these seconds begin with the first refusal: until then queues fill, and the server is not overloaded. */
  isOverload: boolean;
}

/** After this long without a refusal the measuring begins anyway; there is no p99 of refusals then. */
const FIRST_REFUSAL_DEADLINE_MS = 8_000;

/**
 * Sends requests at a rate that does not depend on the answers. autocannon's own rate sends the requests of a second at
 * its beginning, which floods a server and leaves it idle alternately.
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
  // Requests under way are given up: they are the queue of the overload, minutes long where nothing is refused.
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
