import type { Schemas } from '../../api/client.ts';
import { Badge } from '../../components/card.tsx';
import type { CsvColumn } from '../../components/csv.tsx';
import { Change, format, formatPercent } from '../../components/numbers.tsx';
import type { Column } from '../../components/table.tsx';
import { type Platform, platformName } from '../../state/filters.ts';
import { setParams } from '../../state/route.ts';
import { type Measures, type Prompt, promptHref, rhythmOfAll } from './prompt-data.ts';

/** The columns of the matrix: the prompt, all platforms together, the change, and each platform. */
export function columnsOf({
  platforms,
  brands,
  chosen,
  onChoose,
}: {
  platforms: readonly Platform[];
  /** Null where all prompts are of one brand. */
  brands: readonly Schemas['Brand'][] | null;
  /** Keys of the chosen prompts; null where the person may not change them. */
  chosen: ReadonlySet<string> | null;
  onChoose: (prompt: Prompt, isChosen: boolean) => void;
}): Column<Prompt>[] {
  const brandOf = ({ brandId }: Prompt) => brands?.find(({ id }) => id === brandId)?.name ?? '';
  return [
    {
      name: 'Prompt',
      cell: (prompt) => (
        <div class="prompts-name">
          {chosen !== null && prompt.queries.length > 0 && (
            <input
              type="checkbox"
              aria-label={`Choose “${prompt.text}”`}
              checked={chosen.has(prompt.key)}
              onChange={(event) => onChoose(prompt, event.currentTarget.checked)}
            />
          )}
          <PromptName prompt={prompt} />
        </div>
      ),
      value: ({ text }) => text,
    },
    ...(brands === null ? [] : [{ name: 'Brand', cell: brandOf, value: brandOf }]),
    {
      name: 'All',
      head: platforms.length === 1 ? 'Together' : 'All platforms',
      isNumber: true,
      cell: ({ whole, brandId, text }) => (
        <Cell row={whole} name="all platforms" href={promptHref(brandId, text)} />
      ),
      value: ({ whole }) => whole?.visibility ?? null,
    },
    {
      name: 'Change',
      cell: ({ whole }) => <PromptChange row={whole} />,
      value: ({ whole }) => whole?.change?.points ?? null,
    },
    ...platforms.map((platform) => platformColumn(platform)),
  ];
}

function platformColumn(platform: Platform): Column<Prompt> {
  const name = platformName(platform);
  return {
    name,
    isNumber: true,
    cell: ({ cells, queries, brandId, text }) => {
      const row = cells.get(platform) ?? null;
      if (row === null && !queries.some((query) => query.platform === platform))
        return <span class="small muted">not asked</span>;
      return <Cell row={row} name={name} href={promptHref(brandId, text, { on: platform })} />;
    },
    value: ({ cells }) => cells.get(platform)?.visibility ?? null,
  };
}

/** A prompt on one platform or on all, as a file has it: a line each, so that every number has a column. */
interface Line {
  prompt: Prompt;
  platform: string;
  row: Measures | null;
}

export function linesOf(prompts: readonly Prompt[]): Line[] {
  return prompts.flatMap((prompt) => [
    { prompt, platform: 'all', row: prompt.whole },
    ...[...prompt.cells].map(([platform, row]) => ({ prompt, platform: platformName(platform), row })),
  ]);
}

export function lineColumns(brands: readonly Schemas['Brand'][]): CsvColumn<Line>[] {
  const number = (name: string, pick: (row: Measures) => number | null | undefined): CsvColumn<Line> => ({
    name,
    value: ({ row }) => (row && pick(row)) ?? null,
  });
  return [
    { name: 'Brand', value: ({ prompt }) => brands.find(({ id }) => id === prompt.brandId)?.name ?? '' },
    { name: 'Prompt', value: ({ prompt }) => prompt.text },
    { name: 'Platform', value: ({ platform }) => platform },
    number('Visibility, %', (row) => row.visibility),
    number('Answers that name it', (row) => row.visibility_count),
    number('Answers', (row) => row.visibility_total),
    number('Position', (row) => row.position),
    number('Sentiment', (row) => row.sentiment),
    number('Change, points', (row) => row.change?.points),
    number('Answers before', (row) => row.previous?.visibility_total),
    { name: 'Tags', value: ({ prompt }) => prompt.tags.join(', ') },
  ];
}

function PromptName({ prompt }: { prompt: Prompt }) {
  const { queries, tags, text, brandId } = prompt;
  return (
    <div>
      <a class="prompts-text" href={promptHref(brandId, text)}>
        {text}
      </a>
      <div class="row small muted">
        {queries.length > 0 ? rhythmOfAll(queries) : <Badge>no longer asked</Badge>}
        {tags.map((tag) => (
          <button
            key={tag}
            type="button"
            class="badge prompts-tag"
            title="Show prompts with this tag"
            onClick={() => setParams({ tag })}
          >
            {tag}
          </button>
        ))}
      </div>
    </div>
  );
}

/** One number of the matrix, with what is behind it; it leads to its answers. */
function Cell({ row, name, href }: { row: Measures | null; name: string; href: string }) {
  if (row === null || row.visibility_total === 0) return <span title={`No answers on ${name}`}>–</span>;
  const isNamed = row.visibility_count > 0;
  return (
    <a class="prompts-cell" href={href} data-named={isNamed}>
      <span class="nowrap">
        <span aria-hidden="true">{isNamed ? '✓' : '✕'}</span> {formatPercent(row.visibility)}
      </span>
      <span class="small nowrap">
        {row.visibility_count} of {row.visibility_total}
        <span class="visually-hidden"> answers on {name} name the brand</span>
      </span>
      {isNamed && (
        <>
          <span class="prompts-more">position {format(row.position)}</span>
          <span class="prompts-more">sentiment {format(row.sentiment)}</span>
        </>
      )}
    </a>
  );
}

/** The change of a prompt, by its own answers. */
function PromptChange({ row }: { row: Measures | null }) {
  if (!row?.change) return <span>–</span>;
  const { change, previous } = row;
  if (!previous) return <span class="small muted">no answers before</span>;
  return (
    <span class="nowrap">
      <Change {...change} />
      <span class="small muted prompts-more">
        before: {previous.visibility_count} of {previous.visibility_total}
      </span>
    </span>
  );
}
