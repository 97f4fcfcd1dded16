import type { ComponentChildren } from 'preact';
import { DEFAULT_RANGE_DAYS } from '../../../base/definitions.ts';
import { daysUpTo, lastDay } from '../../../base/views/range.ts';
import { formatDays } from '../../../presentation/days.ts';
import { formatDay } from '../../../presentation/numbers.ts';
import { useAnswer } from '../api/loading.ts';
import { LinkButton } from '../components/button.tsx';
import { Empty, Loaded } from '../components/card.tsx';
import { countFilters, type Filters, NO_FILTERS, useFilters } from '../state/filters.ts';
import { answerDays } from '../state/range.ts';
import { here, href } from '../state/route.ts';
import { useStore } from '../state/store.ts';

interface Props {
  /** Default: the one that the filters name. */
  brandId?: string;
  /** In its place where the days are those of the newest answers. */
  otherwise?: ComponentChildren;
}

/** What a screen shows where its days hold no answers: what hides them, and the way to the newest ones. */
export function NothingHere({ brandId, otherwise }: Props) {
  const filters = useFilters();
  const brand = brandId ?? filters.brand;
  const last = lastDay(useStore(answerDays));
  const query = { state: 'COMPLETED' as const, limit: 1, brandId: brand };
  // The organisation's newest answer may be another brand's.
  const newest = useAnswer('listRuns', { query });
  return (
    <Loaded of={newest} height={170}>
      {({ data: [run] }) => {
        const day = run?.executedAt.slice(0, 10);
        if (otherwise && day !== undefined && filters.start <= day && day <= filters.end) return otherwise;
        const { title, text, way } = reasonFor(filters, day, last);
        return (
          <Empty
            title={title}
            action={
              <LinkButton kind="primary" href={way.href}>
                {way.text}
              </LinkButton>
            }
          >
            {text}
          </Empty>
        );
      }}
    </Loaded>
  );
}

/** @param day of the newest answer, whatever the filters say @param last the day that '30d' ends at */
function reasonFor(filters: Filters, day: string | undefined, last: string) {
  const { start, end } = filters;
  if (day === undefined)
    return {
      title: 'No answers yet',
      text: 'Let Sightline ask AI platforms, or send in answers that you have. They show here within a minute.',
      way: { href: href('welcome'), text: 'Bring answers in' },
    };
  if (day < start || day > end)
    return {
      title: `No answers in ${formatDays(start, end)}`,
      text: `The newest ones are of ${formatDay(day)}.`,
      way: {
        href: here({ range: day === last ? null : `${daysUpTo(day).start}..${day}` }),
        text: `Show the ${DEFAULT_RANGE_DAYS} days to ${formatDay(day)}`,
      },
    };
  if (countFilters(filters) > 0)
    return {
      title: 'No answers with these filters',
      text: `There are answers up to ${formatDay(day)} without them.`,
      way: { href: here(NO_FILTERS), text: 'Clear the filters' },
    };
  return {
    title: 'No answers to show yet',
    text: `The newest ones are of ${formatDay(day)}. New answers show here within a minute.`,
    way: { href: href('coverage'), text: 'See what was asked' },
  };
}
