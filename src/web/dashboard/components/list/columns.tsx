import type { ComponentChildren } from 'preact';
import {
  formatCount,
  formatDay,
  formatMoment,
  type ShownMeasure,
  shown,
} from '../../../../presentation/numbers.ts';
import { PlatformName } from '../../icons/platform-name.tsx';
import { type Platform, platformName } from '../../state/filters.ts';
import { Badge, type BadgeKind } from '../card.tsx';
import type { Column } from '../table/table.tsx';

type Text = string | null;

/** A text of any length: three lines of it, and the whole on hover. @param href where it leads */
export function Clamped({ text, href }: { text: string; href?: string }) {
  const shown = { class: 'clamped', dir: 'auto', title: text.length > 40 ? text : undefined } as const;
  if (href === undefined) return <div {...shown}>{text}</div>;
  return (
    <a {...shown} href={href}>
      {text}
    </a>
  );
}

/** A column with a text. @param below what is said of it in small letters */
export function textColumn<Row>(
  name: string,
  value: (row: Row) => Text,
  below: (row: Row) => ComponentChildren = () => null,
): Column<Row> {
  return {
    name,
    value,
    cell: (row) => (
      <>
        <Clamped text={value(row) ?? '–'} />
        <div class="small muted" dir="auto">
          {below(row)}
        </div>
      </>
    ),
  };
}

/** A column with a text that leads somewhere. @param below what is said of it in small letters */
export function linkColumn<Row>(
  name: string,
  value: (row: Row) => string,
  hrefOf: (row: Row) => string,
  below?: (row: Row) => ComponentChildren,
): Column<Row> {
  return {
    name,
    value,
    cell: (row) => (
      <>
        <a class="address" href={hrefOf(row)} dir="auto">
          {value(row)}
        </a>
        {below && <div class="small muted">{below(row)}</div>}
      </>
    ),
  };
}

/** Words for a value of the contract, and the kind of the badge they stand in. */
export type Said = readonly [words: string, kind?: BadgeKind];

export const SaidBadge = ({ said: [words, kind] }: { said: Said }) => <Badge kind={kind}>{words}</Badge>;

/** Values as options, with their words. */
export const saidOptions = <Value extends string>(words: Record<Value, Said>) =>
  (Object.entries(words) as [Value, Said][]).map(([value, [text]]) => [value, text] as const);

/** A column with a badge. @param below what is said of it in small letters */
export function badgeColumn<Row>(
  name: string,
  said: (row: Row) => Said,
  below: (row: Row) => ComponentChildren = () => null,
): Column<Row> {
  return {
    name,
    value: (row) => said(row)[0],
    cell: (row) => (
      <>
        <SaidBadge said={said(row)} />
        <div class="small muted">{below(row)}</div>
      </>
    ),
  };
}

/** A column with a platform behind its mark. */
export function platformColumn<Row>(platformOf: (row: Row) => Platform): Column<Row> {
  return {
    name: 'Platform',
    value: (row) => platformName(platformOf(row)),
    cell: (row) => <PlatformName platform={platformOf(row)} />,
  };
}

/** A column with a number. @param write how it is written; as a count by default @param below what it is of, in small letters */
export function numberColumn<Row>(
  name: string,
  value: (row: Row) => number | null,
  write: (value: number | null) => string = formatCount,
  below?: (row: Row) => ComponentChildren,
  shownOf = value,
): Column<Row> {
  return {
    name,
    isNumber: true,
    value,
    cell: (row) => (
      <>
        {write(shownOf(row))}
        {below && <div class="small muted">{below(row)}</div>}
      </>
    ),
  };
}

/** The same for a measure of a report's row. @param rowOf where the row stands */
export function measureColumn<Row>(
  name: string,
  measure: ShownMeasure,
  rowOf: (row: Row) => Partial<Record<ShownMeasure, number | null>>,
  write: (value: number | null) => string,
  below?: (row: Row) => ComponentChildren,
): Column<Row> {
  const value = (row: Row) => rowOf(row)[measure] ?? null;
  return numberColumn(name, value, write, below, (row) => shown(rowOf(row), measure));
}

/** A column with a day, in UTC. */
export function dayColumn<Row>(name: string, value: (row: Row) => Text): Column<Row> {
  return { name, value, cell: (row) => <span class="nowrap">{formatDay(value(row))}</span> };
}

/** A column with a moment, in UTC. @param none its words where there is none */
export function momentColumn<Row>(name: string, value: (row: Row) => Text, none = '–'): Column<Row> {
  return {
    name,
    value,
    cell: (row) => {
      const moment = value(row);
      return moment === null ? none : <span class="nowrap">{formatMoment(moment)}</span>;
    },
  };
}
