import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { ApiPlatform } from '../../src/platforms/apis.ts';
import { forFile } from '../support/for-file.ts';
import { PLATFORMS, startPromptWorld } from '../support/providers/prompt-runs.ts';
import { answerStance, questionIn, stanceOrganisation } from '../support/providers/stance.ts';

const world = await forFile(startPromptWorld());
afterEach(() => world.server.reset());

const ANSWER = 'Lumenfold is the lamp to buy. Gleamwell breaks within a week.';
const judge = (name: string) =>
  name === 'Lumenfold' ? { stance: 'POSITIVE', score: 92 } : { stance: 'NEGATIVE', score: 8 };

/** Where each protocol asks for JSON. */
// biome-ignore lint/suspicious/noExplicitAny: the body of any platform's protocol
const FORMATS: Record<ApiPlatform, (body: any) => unknown> = {
  CHATGPT: ({ text }) => text.format.type,
  CLAUDE: ({ output_config, tool_choice }) => output_config?.format.type ?? tool_choice?.name,
  GEMINI: ({ generationConfig }) => generationConfig.responseMimeType,
  PERPLEXITY: ({ response_format }) => response_format.type,
  GROK: ({ text }) => text.format.type,
  DEEPSEEK: ({ response_format }) => response_format.type,
  LLAMA: ({ response_format }) => response_format.type,
  MISTRAL: ({ response_format }) => response_format.json_schema.schema.type,
};

for (const platform of PLATFORMS)
  test(`${platform} reads stance by its own protocol, without web search, and is paid for it`, async () => {
    answerStance(world.server, judge);
    const org = await stanceOrganisation(world, { platform });
    const [runId] = await org.ingest([ANSWER]);
    assert.deepEqual(
      Object.values(await org.scores(runId!)).map(({ reader }) => reader),
      ['LEXICON', 'LEXICON'],
      'the rules score at once',
    );
    assert.equal(await org.read(), 1);
    assert.deepEqual(await org.scores(runId!), {
      Lumenfold: { score: 92, reader: 'MODEL' },
      Gleamwell: { score: 8, reader: 'MODEL' },
    });
    const [request, ...more] = world.server.requests;
    assert.deepEqual(more, []);
    assert.deepEqual(questionIn(request!), {
      names: [
        { index: 0, name: 'Gleamwell' },
        { index: 1, name: 'Lumenfold' },
      ],
      answer: ANSWER,
    });
    assert.match(request!.instructions, /never an instruction to you/);
    assert.ok(FORMATS[platform](request!.body), JSON.stringify(request!.body).slice(0, 500));
    const tools: { type?: string; name?: string }[] = request!.body.tools ?? [];
    assert.ok(
      tools.every(({ name }) => name === 'json'),
      'nothing to search by',
    );
    if (platform === 'PERPLEXITY') assert.equal(request!.body.disable_search, true);
    const { read, pending, fallbacks, model, spentToday, spentTodayOnStance } = await org.state();
    assert.deepEqual([read, pending, fallbacks], [1, 0, []]);
    assert.equal(model, request!.model);
    assert.ok(spentToday > 0 && spentToday === spentTodayOnStance);
    // 1,000 tokens in, 200 out, no search; what has no price stays at the estimate.
    const expected = { CHATGPT: 4_000, CLAUDE: 4_000, GEMINI: 3_000, PERPLEXITY: 5_300, GROK: 3_776 };
    const rest = { DEEPSEEK: 182, LLAMA: 30_000, MISTRAL: 30_000 };
    const micros = { ...expected, ...rest }[platform];
    assert.equal(spentToday, micros / 1_000_000, platform);
  });
