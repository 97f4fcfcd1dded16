import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DETECTABLE_POINTS } from '../../src/features/prompts/detectable.ts';
import { isApiPlatform, WITHOUT_SEARCH } from '../../src/platforms/apis.ts';
import { capabilitiesOf } from '../../src/platforms/capabilities.ts';
import { PLATFORMS } from '../../src/platforms/names.ts';
import { CAPTURES, capturedBy } from '../../src/platforms/providers.ts';

const guide = readFileSync(new URL('../../src/web/docs/asked.md', import.meta.url), 'utf8');

/** The table as the code has it: each platform by its API, and by each provider that captures it. */
function rows(): string[] {
  const row = (
    platform: string,
    by: string,
    of: { search: readonly string[]; sendsCountry: boolean },
    surface: string,
  ) =>
    `| ${platform} | ${by} | ${of.search.join(', ')} | ${of.sendsCountry ? 'sent' : 'marked only'} | ${surface} |`;
  return PLATFORMS.flatMap((platform) => {
    const own = isApiPlatform(platform)
      ? [
          row(
            platform,
            'its API',
            capabilitiesOf(platform),
            WITHOUT_SEARCH.has(platform) ? 'API' : 'API_WEB_SEARCH',
          ),
        ]
      : [];
    const captured = CAPTURES.flatMap((provider) => {
      const how = capturedBy(provider, platform);
      return how === undefined ? [] : [row(platform, provider, how, how.surface)];
    });
    const all = [...own, ...captured];
    return all.length > 0 ? all : [row(platform, 'ingested only', capabilitiesOf(platform), '–')];
  });
}

test('the table of the guide is what the code can ask', () => {
  const told = guide.split('\n').filter((line) => /^\| [A-Z_]+ \|/.test(line));
  assert.deepEqual(told.toSorted(), rows().toSorted());
});

test('a captured platform that has no API can do what its providers can', () => {
  for (const platform of PLATFORMS.filter((name) => !isApiPlatform(name)))
    for (const provider of CAPTURES) {
      const how = capturedBy(provider, platform);
      if (how === undefined) continue;
      const { search, sendsCountry } = capabilitiesOf(platform);
      assert.deepEqual([search, sendsCountry], [how.search, how.sendsCountry], `${platform} by ${provider}`);
    }
});

test('the guide says what runs a day are worth', () => {
  const [, ...told] =
    /run a day it is ([\d.]+) points, with 4 a day ([\d.]+), with 24 a day ([\d.]+)\./.exec(
      guide.replace(/\s+/g, ' '),
    ) ?? [];
  assert.deepEqual(
    told.map(Number),
    [1, 4, 24].map((runs) => DETECTABLE_POINTS[runs - 1]),
  );
});
