import type { Schemas } from '../../../api/client.ts';
import type { CsvColumn } from '../../../components/table/csv.tsx';
import type { Column } from '../../../components/table/table.tsx';
import { type Platform, platformName } from '../../../state/filters.ts';
import { type Measures, type Prompt, promptHref } from '../prompt-data.ts';
import type { Days } from '../verdict.ts';
import { ChangeCell, PromptCell, ShareCell } from './cells.tsx';

/** Widths of columns, px. A phone of 390 px shows the prompt, all platforms and the change. */
const WIDTH = { brand: 104, all: 76, change: 118, platform: 80, end: 14 };

interface Shown {
  platforms: readonly Platform[];
  /** Null where all prompts are of one brand. */
  brands: readonly Schemas['Brand'][] | null;
  days: Days;
  /** Keys of the chosen prompts; null where the person may not change them. */
  chosen: ReadonlySet<string> | null;
  onChoose: (prompt: Prompt, isChosen: boolean) => void;
}

/** The columns of the heat map: the prompt, all platforms together, the change, and each platform. */
export function columnsOf({ platforms, brands, days, chosen, onChoose }: Shown): Column<Prompt>[] {
  const brandOf = ({ brandId }: Prompt) => brands?.find(({ id }) => id === brandId)?.name ?? '';
  return [
    {
      name: 'Prompt',
      value: ({ text }) => text,
      cell: (prompt) => <PromptCell prompt={prompt} chosen={chosen} onChoose={onChoose} />,
    },
    {
      name: 'All',
      width: WIDTH.all,
      isNumber: true,
      value: ({ whole }) => whole?.visibility ?? null,
      cell: ({ whole, brandId, text }) => (
        <ShareCell row={whole} days={days} name="All platforms" href={promptHref(brandId, text)} />
      ),
    },
    {
      name: 'Change',
      width: WIDTH.change,
      value: ({ whole }) => whole?.change?.points ?? null,
      rank: ({ move }) => move?.rank ?? null,
      cell: ({ move }) => <ChangeCell move={move} />,
    },
    // Behind the change, which a phone shows without scrolling.
    ...(brands === null
      ? []
      : [
          {
            name: 'Brand',
            width: WIDTH.brand,
            value: brandOf,
            cell: (prompt: Prompt) => <bdi class="prompts-brand">{brandOf(prompt)}</bdi>,
          },
        ]),
    // The last one has the edge of the card beside it.
    ...platforms.map((platform, at) =>
      platformColumn(platform, days, at === platforms.length - 1 ? WIDTH.end : 0),
    ),
  ];
}

function platformColumn(platform: Platform, days: Days, end: number): Column<Prompt> {
  const name = platformName(platform);
  return {
    name,
    width: WIDTH.platform + end,
    isNumber: true,
    value: ({ cells }) => cells.get(platform)?.visibility ?? null,
    cell: ({ cells, queries, brandId, text }) => {
      const row = cells.get(platform) ?? null;
      if (row === null && !queries.some((query) => query.platform === platform))
        return <span class="visually-hidden">not asked</span>;
      return (
        <ShareCell row={row} days={days} name={name} href={promptHref(brandId, text, { on: platform })} />
      );
    },
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
    { name: 'Verdict', value: ({ row }) => row?.change?.verdict ?? null },
    number('Answers before', (row) => row.previous?.visibility_total),
    { name: 'Topic', value: ({ prompt }) => prompt.topics.join(', ') },
    { name: 'Tags', value: ({ prompt }) => prompt.tags.join(', ') },
  ];
}
