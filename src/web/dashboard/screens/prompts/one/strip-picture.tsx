import { useEffect, useRef } from 'preact/hooks';
import { dayTicks } from '../../../../../presentation/charts/axes.ts';
import type { Mark as Event } from '../../../../../presentation/charts/lines.ts';
import {
  format,
  formatMoment,
  formatSentiment,
  formatShortDay,
} from '../../../../../presentation/numbers.ts';
import { hideTip, showTip } from '../../../components/tip.tsx';
import { type Platform, platformName } from '../../../state/filters.ts';
import { href } from '../../../state/route.ts';
import type { Days } from '../verdict.ts';
import { type Answer, type Mark, markBeside, marksOf, middleOf, ROW_HEIGHT, widthOf } from './strip-marks.ts';

/** Room for the names of days, px. */
const FOOT = 22;

/** Answers by platform and day: each is a mark that leads to it. Arrow keys go from mark to mark. */
export function StripPicture({
  platforms,
  answers,
  range,
  events,
  room,
}: {
  platforms: readonly Platform[];
  answers: readonly Answer[];
  range: Days;
  events: readonly Event[];
  /** px. */
  room: number;
}) {
  const box = useRef<HTMLDivElement>(null);
  // The newest days are seen first.
  useEffect(() => box.current?.scrollTo({ left: box.current.scrollWidth }), [range.start, range.end]);
  const names = room < 500 ? 84 : 130;
  const width = widthOf(range, room - names);
  const height = platforms.length * ROW_HEIGHT;
  const byPlatform = Map.groupBy(answers, ({ query }) => query.platform);
  const rows = platforms.map((platform, row) => marksOf(byPlatform.get(platform) ?? [], range, row, width));
  return (
    <div class="prompts-strip" style={{ gridTemplateColumns: `${names}px minmax(0, 1fr)` }}>
      <div aria-hidden="true">
        {platforms.map((platform) => (
          <div
            key={platform}
            class="name"
            style={{ height: `${ROW_HEIGHT}px` }}
            title={platformName(platform)}
          >
            {platformName(platform)}
          </div>
        ))}
      </div>
      <div ref={box} class="days">
        {/* biome-ignore lint/a11y/useSemanticElements: a picture has no fieldset */}
        <svg
          width={width}
          height={height + FOOT}
          role="group"
          aria-label="Answers by platform and day. Arrow keys go from answer to answer."
          onPointerOver={({ target }) => tip(target)}
          onPointerLeave={hideTip}
          onFocusIn={({ target }) => tip(target)}
          onFocusOut={hideTip}
          onKeyDown={(event) => {
            const from = markOf(event.target);
            const to = from && markBeside(rows, placeOf(from), event.key);
            if (!from || !to) return;
            event.preventDefault();
            move(from, event.currentTarget.querySelector<SVGAElement>(`[data-at="${to.join(' ')}"]`));
          }}
        >
          {platforms.map((platform, row) => (
            <line
              key={platform}
              class="grid"
              x2={width}
              y1={(row + 1) * ROW_HEIGHT}
              y2={(row + 1) * ROW_HEIGHT}
            />
          ))}
          {events.map(({ day, text }) => (
            <line key={`${day} ${text}`} class="break" y2={height} {...across(middleOf(day, range, width))}>
              <title>{text}</title>
            </line>
          ))}
          {dayTicks(range, width).map((day) => (
            <text key={day} y={height + 16} {...anchored(middleOf(day, range, width), width)}>
              {formatShortDay(day)}
            </text>
          ))}
          {rows.map((marks, row) =>
            marks.map((mark, at) => (
              <MarkLink
                key={mark.answer.id}
                mark={mark}
                at={`${row} ${at}`}
                isFirst={isFirst(rows, row, at)}
              />
            )),
          )}
        </svg>
      </div>
    </div>
  );
}

const across = (x: number) => ({ x1: x, x2: x });

/** A day's name stays in the picture. */
function anchored(x: number, width: number) {
  if (x < 24) return { x: 0, 'text-anchor': 'start' } as const;
  return x > width - 24
    ? ({ x: width, 'text-anchor': 'end' } as const)
    : ({ x, 'text-anchor': 'middle' } as const);
}

/** The one that the keyboard comes to first. */
function isFirst(rows: readonly (readonly Mark[])[], row: number, at: number): boolean {
  return at === 0 && rows.findIndex((marks) => marks.length > 0) === row;
}

function MarkLink({ mark, at, isFirst }: { mark: Mark; at: string; isFirst: boolean }) {
  const { answer, x, y, size } = mark;
  const side = size / 2;
  return (
    <a
      class="mark"
      href={href(`answer/${answer.id}`)}
      aria-label={sayingOf(answer)}
      data-at={at}
      // One stop for the keyboard; arrow keys lead on.
      tabIndex={isFirst ? 0 : -1}
    >
      <rect class="reach" x={x - side - 1} y={y - side - 1} width={size + 2} height={size + 2} />
      {answer.brandMentioned ? (
        <rect
          class="named"
          data-place={Math.min(answer.position ?? 4, 4)}
          x={x - side}
          y={y - side}
          width={size}
          height={size}
          rx={Math.min(4, side / 2)}
        />
      ) : (
        <circle class="other" cx={x} cy={y} r={Math.max(1.5, Math.min(4.5, side - 1))} />
      )}
    </a>
  );
}

function sayingOf({ query, executedAt, brandMentioned, position, sentimentScore }: Answer): string {
  const where = `${platformName(query.platform)}, ${formatMoment(executedAt)}`;
  if (!brandMentioned) return `${where}: not named`;
  const sentiment = sentimentScore === null ? '' : `, sentiment ${formatSentiment(sentimentScore)}`;
  return `${where}: named, position ${position ?? format(null)}${sentiment}`;
}

const markOf = (target: EventTarget | null): SVGAElement | null =>
  (target as Element | null)?.closest<SVGAElement>('a.mark') ?? null;

function placeOf(mark: SVGAElement): readonly [number, number] {
  const [row = 0, at = 0] = (mark.dataset['at'] ?? '').split(' ').map(Number);
  return [row, at];
}

function tip(target: EventTarget | null): void {
  const mark = markOf(target);
  if (mark) showTip(mark, mark.getAttribute('aria-label'));
  else hideTip();
}

function move(from: SVGAElement, to: SVGAElement | null): void {
  if (!to) return;
  from.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}
