import assert from 'node:assert/strict';
import type { RunInput } from '../../../src/features/runs/ingest.ts';
import { readStances } from '../../../src/features/stance/job.ts';
import type { ApiPlatform } from '../../../src/platforms/apis.ts';
import { partition } from '../partition.ts';
import type { PlatformRequest, PlatformServer } from './platform-server.ts';
import { type PromptOrganisation, type PromptWorld, promptOrganisation } from './prompt-runs.ts';

/** How a name is judged: a stance with its score, or something that is not what was asked for. */
type Judge = (name: string, answer: string) => { stance: string; score: number };

/** What a question about stance asks. */
export function questionIn({ prompt }: PlatformRequest): {
  names: { index: number; name: string; as?: string }[];
  answer: string;
} {
  return JSON.parse(prompt);
}

/** Has the platforms answer questions about stance, in the order opposite to the names. */
export function answerStance(server: PlatformServer, judge: Judge, more: object = {}): void {
  server.answer = (request) => {
    const { names, answer } = questionIn(request);
    const scores = names.map(({ index, name }) => ({ index, ...judge(name, answer) }));
    return { text: JSON.stringify({ scores: scores.reverse() }), citations: [], ...more };
  };
}

/** A score of a run's evidence. */
export interface SeenScore {
  score: number | null;
  reader: string | null;
}

/** An organisation with the brand Lumenfold and its rival Gleamwell whose platform reads stance. */
export interface StanceOrganisation extends PromptOrganisation {
  integrationId: string;
  /** Ingests answers of the brand. @returns the ids of the runs */
  ingest(answers: string[], more?: Partial<RunInput>): Promise<string[]>;
  /** Has due readings made, as a worker would. @returns how many requests were sent */
  read(): Promise<number>;
  /** The scores of a run by name, of those that are named. */
  scores(runId: string): Promise<Record<string, SeenScore>>;
  // biome-ignore lint/suspicious/noExplicitAny: a body of the contract
  state(): Promise<any>;
  configure(config: object): Promise<void>;
}

let ingested = 0;

export async function stanceOrganisation(
  world: PromptWorld,
  { platform = 'CHATGPT', config = {} }: { platform?: ApiPlatform; config?: Record<string, unknown> } = {},
): Promise<StanceOrganisation> {
  const made = await promptOrganisation(world, {
    platforms: [platform],
    config: { stance: { enabled: true }, ...config },
  });
  const { org, call } = made;
  const { db, secretBox, platforms } = world.app.app.services;
  const integrationId = (await call('listIntegrations')).json.data[0]!.id;
  return {
    ...made,
    integrationId,
    async ingest(answers, more = {}) {
      const runs = answers.map((answer) => {
        ingested += 1;
        return { externalId: `stance-${ingested}`, brand: 'Lumenfold', answer, ...more };
      });
      await world.app.ingest(org, runs);
      const ids = await made.sql(
        (tx) => tx<{ id: string; externalId: string }[]>`
          select id, external_id as "externalId" from runs
          where external_id = any(${runs.map(({ externalId }) => externalId)})`,
      );
      return runs.map((run) => ids.find(({ externalId }) => externalId === run.externalId)!.id);
    },
    read: () => readStances({ db, secretBox, platforms }, partition(org.id, platform)),
    async scores(runId) {
      const { observations } = await made.evidence(runId);
      type Observation = {
        subject: { name: string };
        named: boolean;
        sentimentScore: number | null;
        sentimentReader: string | null;
      };
      return Object.fromEntries(
        (observations as Observation[])
          .filter(({ named }) => named)
          .map(({ subject, sentimentScore, sentimentReader }) => [
            subject.name,
            { score: sentimentScore, reader: sentimentReader },
          ]),
      );
    },
    async state() {
      const { status, json, text } = await call('getStanceState', { ids: [integrationId] });
      assert.equal(status, 200, text);
      return json;
    },
    async configure(changes) {
      const { status, text } = await call('updateIntegration', {
        ids: [integrationId],
        body: { config: changes },
      });
      assert.equal(status, 200, text);
    },
    skipWaiting: () =>
      made.sql(async (tx) => {
        await tx`update stance_readings set due_at = now() where due_at is not null`;
        await tx`update platform_lanes set paused_until = now(), stance_paused_until = now()`;
      }),
  };
}
