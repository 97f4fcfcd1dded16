import { invalidField } from '../../base/errors.ts';
import { timeOf } from '../../base/times.ts';
import type { components } from '../../contract/generated/types.ts';

type Query = components['schemas']['Query'];
/** When a query is run. */
type Schedule = Pick<Query, 'scheduledAt' | 'repeatInterval' | 'runsPerDay'>;
export const UNSCHEDULED: Schedule = { scheduledAt: null, repeatInterval: null, runsPerDay: 1 };

/**
 * A schedule with changes applied; clearing scheduledAt clears the others too, and another interval than DAILY
 * clears runsPerDay.
 * @throws AppError validation_error for an impossible time, for repeatInterval without scheduledAt, and for more than
 *   one run a day of another interval
 */
export function changedSchedule(
  known: Schedule,
  changes: { [Field in keyof Schedule]?: Schedule[Field] | undefined },
): Schedule {
  const { scheduledAt = known.scheduledAt } = changes;
  const { repeatInterval = scheduledAt === null ? null : known.repeatInterval } = changes;
  if (changes.scheduledAt) timeOf(changes.scheduledAt, 'scheduledAt');
  if (repeatInterval !== null && scheduledAt === null)
    throw invalidField('repeatInterval', 'repeatInterval needs scheduledAt, from which it repeats.');
  const isDaily = repeatInterval === 'DAILY';
  const { runsPerDay = isDaily ? known.runsPerDay : 1 } = changes;
  if (runsPerDay > 1 && !isDaily)
    throw invalidField(
      'runsPerDay',
      'runsPerDay above 1 needs repeatInterval DAILY, over whose day they are spread.',
    );
  return { scheduledAt, repeatInterval, runsPerDay };
}
