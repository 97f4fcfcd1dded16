/** The part of autocannon that is used; the package has no types of its own. */
declare module 'autocannon' {
  interface Options {
    url: string;
    method: 'POST';
    headers: Record<string, string>;
    body?: string;
    connections: number;
    /** Seconds; or else so many requests. */
    duration?: number;
    amount?: number;
    /** Milliseconds between samples; the end is looked for at each. */
    sampleInt?: number;
    /** Each request may be another one. */
    requests?: {
      setupRequest: (request: { path: string; body: string }) => { path: string; body: string };
    }[];
    /** Whether an answer's body, as text, is the right one. */
    verifyBody?: (body: string) => boolean;
  }
  interface Result {
    '2xx': number;
    non2xx: number;
    errors: number;
    mismatches: number;
    /** Connections that the server closed. */
    resets: number;
    /** Milliseconds. */
    latency: { p50: number; p90: number; p99: number; p99_9: number };
    statusCodeStats?: Record<string, { count: number }>;
    /** Seconds. */
    duration: number;
  }
  /** The load that runs. */
  interface Instance extends Promise<Result> {
    /** Once a second, with the number of answers since the last time. */
    on(event: 'tick', listener: (seen: { counter: number }) => void): this;
    /** At each answer, with its milliseconds. */
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, ms: number) => void,
    ): this;
  }
  export default function autocannon(options: Options): Instance;
}
