import type { Schemas } from '../../../api/client.ts';
import { PLATFORMS, platformName } from '../../../state/filters.ts';
import { plain } from './plain.ts';

type Run = Schemas['Run'];
type Given = Record<
  'platform' | 'platformName' | 'surface' | 'searched' | 'searchCount' | 'searchQueries',
  unknown
>;

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

const SURFACES = ['API', 'API_WEB_SEARCH', 'APP', 'SEARCH_PAGE'] as const;
const SURFACE_BY_NAME = new Map<string, (typeof SURFACES)[number]>([
  ...SURFACES.map((surface) => [plain(surface), surface] as const),
  ['web', 'APP'],
  ['ui', 'APP'],
  ['serp', 'SEARCH_PAGE'],
]);

/** The platform, with the name of one that is not listed, or what is wrong with it. */
export function platformOf({
  platform,
  platformName: name,
}: Partial<Given>): Pick<Run, 'platform' | 'platformName'> | { problem: string } {
  const text = String(platform).trim();
  if (/^other:/i.test(text)) return { platform: 'OTHER', platformName: text.slice('other:'.length).trim() };
  if (plain(text) === 'other' && name !== undefined)
    return { platform: 'OTHER', platformName: String(name).trim() };
  const known = PLATFORM_BY_NAME.get(plain(text));
  if (known !== undefined) return { platform: known };
  const names = PLATFORMS.map(platformName).join(', ');
  return { problem: `is not a known platform. Use ${names}, or OTHER: and a name` };
}

/** What a record says of the surface and of the search, or which column is wrong and why. */
export function searchOf(
  given: Partial<Given>,
):
  | Pick<Run, 'surface' | 'searched' | 'searchCount' | 'searchQueries'>
  | { column: keyof Given; problem: string } {
  const { surface, searched, searchCount, searchQueries } = given;
  const known = surface === undefined ? undefined : SURFACE_BY_NAME.get(plain(String(surface)));
  if (surface !== undefined && known === undefined)
    return {
      column: 'surface',
      problem: `is not a known surface. Use one of ${SURFACES.join(', ')}, or leave it empty`,
    };
  const did = searched === undefined ? undefined : YES_OR_NO.get(plain(String(searched)));
  if (searched !== undefined && did === undefined)
    return { column: 'searched', problem: 'is neither yes nor no. Leave it empty if it is not known' };
  const count = searchCount === undefined ? undefined : Number(searchCount);
  if (count !== undefined && !(Number.isInteger(count) && count >= 0))
    return {
      column: 'searchCount',
      problem: 'is no count of searches. Use a whole number or leave it empty',
    };
  return {
    ...(known !== undefined && { surface: known }),
    ...(did !== undefined && { searched: did }),
    ...(count !== undefined && { searchCount: count }),
    ...(searchQueries !== undefined && { searchQueries: queriesOf(searchQueries) }),
  };
}

const YES_OR_NO = new Map([
  ...['yes', 'true', '1'].map((text) => [text, true] as const),
  ...['no', 'false', '0'].map((text) => [text, false] as const),
]);

/** Searches as an array, JSON, or a text that separates them by | or line ends. */
function queriesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  const text = String(value).trim();
  if (text.startsWith('[')) {
    try {
      return queriesOf(JSON.parse(text));
    } catch {
      // A search may begin with a bracket.
    }
  }
  return text
    .split(/[|\n]/)
    .map((query) => query.trim())
    .filter((query) => query !== '');
}
