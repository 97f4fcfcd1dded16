import { dayAfter, today } from '../../../../../base/definitions.ts';
import { SelectField, TextField } from '../../../components/form/form.tsx';
import type { Interval, Query } from '../prompt-data.ts';

/** What a person enters to have a prompt asked by itself. */
export interface Plan {
  rhythm: Interval | 'ONCE' | 'NEVER';
  /** `2026-11-23T06:00`, in UTC. */
  first: string;
  /** How often a day, with DAILY. */
  perDay: number;
}

export function newPlan(rhythm: Plan['rhythm']): Plan {
  return { rhythm, first: `${dayAfter(today(), 1)}T06:00`, perDay: 1 };
}

/** The plan of a prompt as it stands, to be changed; a new one where there is none. */
export function planOf(query: Query | undefined): Plan {
  if (!query || query.scheduledAt === null) return newPlan('DAILY');
  const { repeatInterval, scheduledAt, runsPerDay } = query;
  return { rhythm: repeatInterval ?? 'ONCE', first: scheduledAt.slice(0, 16), perDay: runsPerDay };
}

/** A plan as the API takes it. */
export function scheduleOf({ rhythm, first, perDay }: Plan): {
  scheduledAt: string | null;
  repeatInterval: Interval | null;
  runsPerDay?: number;
} {
  if (rhythm === 'NEVER') return { scheduledAt: null, repeatInterval: null };
  const repeatInterval = rhythm === 'ONCE' ? null : rhythm;
  return { scheduledAt: `${first}:00Z`, repeatInterval, ...(rhythm === 'DAILY' && { runsPerDay: perDay }) };
}

const RHYTHMS: readonly (readonly [Plan['rhythm'], string])[] = [
  ['NEVER', 'Not by itself'],
  ['ONCE', 'Once'],
  ['HOURLY', 'Hourly'],
  ['DAILY', 'Daily'],
  ['WEEKLY', 'Weekly'],
  ['MONTHLY', 'Monthly'],
];

export function ScheduleFields({
  plan,
  onChange,
  canBeNever = true,
}: {
  plan: Plan;
  onChange: (plan: Plan) => void;
  canBeNever?: boolean;
}) {
  return (
    <div class="form-row">
      <SelectField
        label="Ask it"
        value={plan.rhythm}
        options={RHYTHMS.filter(([rhythm]) => canBeNever || rhythm !== 'NEVER')}
        onChange={(rhythm) => onChange({ ...plan, rhythm })}
        hint={
          plan.rhythm === 'NEVER'
            ? undefined
            : 'Each time costs what the platform charges for an answer, on your own account there.'
        }
      />
      {plan.rhythm !== 'NEVER' && (
        <TextField
          label="First time (UTC)"
          type="datetime-local"
          required
          value={plan.first}
          onInput={(first) => onChange({ ...plan, first })}
        />
      )}
      {plan.rhythm === 'DAILY' && (
        <TextField
          label="Times a day"
          type="number"
          min={1}
          max={24}
          step={1}
          required
          value={String(plan.perDay)}
          onInput={(times) => onChange({ ...plan, perDay: Number(times) })}
          hint="Spread over the day. One answer a day says little of one prompt."
        />
      )}
    </div>
  );
}
