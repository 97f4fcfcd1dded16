import { PLATFORMS, type Platform, platformName } from '../state/filters.ts';

/** Letters of our own instead of trademarks, each with a colour of the series. */
const LETTERS: Partial<Record<Platform, string>> = {
  CHATGPT: 'Ch',
  CLAUDE: 'Cl',
  GEMINI: 'Ge',
  PERPLEXITY: 'Pe',
  GROK: 'Gr',
  DEEPSEEK: 'De',
  LLAMA: 'Ll',
  MISTRAL: 'Mi',
  GOOGLE_AI_OVERVIEW: 'AO',
  GOOGLE_AI_MODE: 'AM',
  COPILOT: 'Co',
  META_AI: 'Me',
};
const COLOURS = 8;

/** A platform's name behind its mark. */
export function PlatformName({ platform }: { platform: Platform }) {
  const name = platformName(platform);
  const at = (PLATFORMS as readonly Platform[]).indexOf(platform);
  const colour = at < 0 ? COLOURS : 1 + (at % COLOURS);
  return (
    <span class="platform">
      {/* Letters of a style: what is copied, and read out, is the name alone. */}
      <span
        class="platform-mark"
        style={{ '--mark': `var(--series-${colour})` }}
        data-letters={LETTERS[platform] ?? [...name][0]?.toUpperCase()}
        aria-hidden="true"
      />
      <span dir="auto">{name}</span>
    </span>
  );
}
