import type { components } from '../../contract/generated/types.ts';
import { PLATFORMS, platformName } from '../../presentation/platforms.ts';
import { plain } from './columns.ts';

type Run = components['schemas']['Run'];

/** Other names of the platforms, compared as columns are. */
const PLATFORM_BY_NAME = new Map<string, Run['platform']>([
  ...PLATFORMS.flatMap((platform): [string, Run['platform']][] => [
    [plain(platform), platform],
    [plain(platformName(platform)), platform],
  ]),
  ['openai', 'CHATGPT'],
  ['gpt', 'CHATGPT'],
  ['anthropic', 'CLAUDE'],
  ['google', 'GEMINI'],
  ['googlegemini', 'GEMINI'],
  ['xai', 'GROK'],
  ['meta', 'META_AI'],
  ['lechat', 'MISTRAL'],
  ['mistralai', 'MISTRAL'],
  ['bingcopilot', 'COPILOT'],
  ['microsoftcopilot', 'COPILOT'],
  ['aioverview', 'GOOGLE_AI_OVERVIEW'],
  ['aioverviews', 'GOOGLE_AI_OVERVIEW'],
  ['aimode', 'GOOGLE_AI_MODE'],
]);

/** The platform, with the name of one that is not listed, or what is wrong with it. */
export function platformOf(
  platform: unknown,
  name: unknown,
): Pick<Run, 'platform' | 'platformName'> | { problem: string } {
  const text = String(platform).trim();
  if (/^other:/i.test(text)) return { platform: 'OTHER', platformName: text.slice('other:'.length).trim() };
  if (plain(text) === 'other' && name !== undefined)
    return { platform: 'OTHER', platformName: String(name).trim() };
  const known = PLATFORM_BY_NAME.get(plain(text));
  if (known !== undefined) return { platform: known };
  const names = PLATFORMS.map(platformName).join(', ');
  return { problem: `is not a known platform. Use ${names}, or OTHER: and a name` };
}
