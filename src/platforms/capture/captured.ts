import { PlatformError } from '../error.ts';
import type { Citation } from '../evidence.ts';
import type { ListedPlatform } from '../names.ts';
import type { LeftOut, Reading } from '../reading.ts';
import type { Send } from '../requests.ts';
import type { Searches } from '../searches.ts';
import type { CapturePrompt } from '../types.ts';

/** A prompt, and what sends requests for it. */
export interface CaptureRequest extends CapturePrompt {
  platform: ListedPlatform;
  send: Send;
}

/** An answer as a provider captured it. */
export interface Page extends Searches {
  text: string;
  cited: Citation[];
  leftOut: LeftOut[];
  model?: string | null;
}

/** Null: the page was captured, and had no AI answer. */
export type Captured = Page | null;

/** An AI answer on a page. That it searched is known by its sources alone. */
export function shownOnPage(text: string, { cited, leftOut }: Reading): Page {
  const searched = cited.length > 0 ? true : null;
  return { text, cited, leftOut, searched, searchCount: null, searchQueries: null, found: [] };
}

/** Counts the requests of a prompt that the provider may charge for. */
export class Paid {
  requests = 0;
  /** Their cost as the provider reports it, millionths of a US dollar; null: it reports none. */
  costMicros: number | null = null;

  /** Counts a request unless it failed in a way that is not charged. */
  async counting<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await work();
      this.requests += 1;
      return answer;
    } catch (error) {
      // A request that was given up, or cut off, may be charged.
      if (!(error instanceof PlatformError) || error.mayBeCharged) this.requests += 1;
      throw error;
    }
  }
}

/** The failure of an answer in another form than the provider's reference has; it is paid for. */
export function badForm(what: string, reported?: unknown, isRetryable = false): PlatformError {
  const said = typeof reported === 'string' ? `: ${reported.replace(/\s+/g, ' ').slice(0, 300)}` : '';
  return new PlatformError('BAD_ANSWER', `Its answer is not in the form of its API. ${what}${said}.`, {
    isRetryable,
    status: 200,
  });
}
