import { theContract } from '../../contract/document/schemas.ts';
import type { components } from '../../contract/generated/types.ts';
import { KINDS } from '../../reports/opportunities/request.ts';
import { reportRange } from '../../reports/range.ts';
import { rounded, shortened, shownValue } from '../answer.ts';
import {
  answerSchema,
  brandInput,
  type Draft,
  list,
  type Measure,
  measure,
  numeric,
  object,
  REPORT_FIELDS,
  rangeInputs,
  SUM,
  type Tool,
  text,
  whole,
} from '../tool.ts';
import { brandOf } from './brands.ts';

type Opportunity = components['schemas']['Opportunity'];
type Kind = Opportunity['kind'];

interface Input {
  brand: string;
  start_date?: string;
  end_date?: string;
  kinds?: Kind[];
  limit?: number;
  offset?: number;
  snapshot_id?: string;
}

const USUAL_ROWS = 10;
const MOST_ROWS = 50;
const LONGEST_SUBJECT = 300;
const { columns: _, ...FIELDS } = REPORT_FIELDS;

/** The tool that says what to do next for a brand. */
export function opportunitiesTool(): Tool {
  const { properties = {} } = theContract().schema('OpportunitiesParameters');
  return {
    name: 'report_opportunities',
    title: 'What to do next',
    description:
      'What to do next for a brand, the most visibility at stake first: sources to win, prompts lost or never had (and who has them), criticism with its sentences, own pages cited without the name. Only what chance does not explain: at most one in ten is false. Read run_ids with get_answer.',
    input: object(
      {
        brand: brandInput,
        ...rangeInputs(),
        kinds: {
          ...properties['kinds'],
          description: 'Only these kinds',
          items: { type: 'string', enum: [...KINDS] },
        },
        limit: whole('Most rows to return', { minimum: 1, maximum: MOST_ROWS, default: USUAL_ROWS }),
        offset: whole('Rows to pass over', { minimum: 0 }),
        snapshot_id: {
          ...properties['snapshot_id'],
          description: 'That of an earlier answer, to stay on it',
        },
      },
      { required: ['brand'] },
    ),
    output: answerSchema(
      object({
        kind: text('SOURCE, PROMPT, CRITICISM or OWN_PAGE'),
        reason: text('LOST or NEVER, of a prompt', { nullable: true }),
        subject: text('The domain, prompt or page'),
        at_stake: measure,
        answers: whole('Answers behind it'),
        by_chance: numeric('Probability'),
        change: { type: 'object', nullable: true, description: 'Of a lost prompt' },
        competitors: list(object({ name: text('Its name'), answers: whole('Answers') }), 'Named instead'),
        pages: list(text('A URL'), 'Of a source'),
        sentences: list(text('A sentence'), 'Against the brand'),
        act: text('CAMPAIGN, BRIEF, CORRECTION or PROMPT'),
        state: text('OPEN, WATCHED, DONE or DISMISSED'),
        run_ids: list(text('Id of a run'), 'The latest of these answers'),
      }),
      FIELDS,
      Object.keys(FIELDS),
    ),
    async run({ brand: named, limit = USUAL_ROWS, offset = 0, ...input }: Input, api): Promise<Draft> {
      const brand = await brandOf(api, named);
      const { start, end } = reportRange(input.start_date, input.end_date, new Date());
      const { kinds, snapshot_id } = input;
      const made = await api('reportOpportunities', {
        body: {
          ...{ brand_id: brand.id, start_date: start, end_date: end, limit, offset },
          ...(kinds && { kinds }),
          ...(snapshot_id !== undefined && { snapshot_id }),
        },
      });
      const { data, total, ...tested } = made.body;
      return {
        fields: { snapshot_id: made.snapshotId, as_of: made.asOf, start_date: start, end_date: end },
        rows: data.map((found) => opportunityRow(found, tested.answer_total)),
        total,
        offset,
        heading: `Opportunities of ${brand.name}, ${start} to ${end}: ${data.length} of ${total} (snapshot ${made.snapshotId}).`,
        line: opportunityLine,
        order: 'at_stake, the largest first',
        rest: (rows) => `Ask again with offset ${offset + rows} and snapshot_id, or narrow it by kinds.`,
        ...(data.length === 0 && { emptyReason: emptyReasonOf(tested) }),
      };
    },
  };
}

function opportunityRow(found: Opportunity, answerTotal: number) {
  const { kind, reason, at_stake, at_stake_low: low, at_stake_high: high } = found;
  const stake: Measure = { value: at_stake, n: answerTotal, [SUM]: found.answer_count, low, high };
  return {
    ...{ kind, reason, subject: shortened(found.subject, LONGEST_SUBJECT) },
    at_stake: stake,
    ...{ answers: found.answer_count, by_chance: found.by_chance, change: found.change },
    competitors: found.competitors.map(({ name, answer_count: answers }) => ({ name, answers })),
    pages: found.pages.map(({ url }) => url),
    sentences: found.sentences.map((sentence) => shortened(sentence.text, LONGEST_SUBJECT)),
    ...{ act: found.act.kind, state: found.state, run_ids: found.evidence.run_ids },
  };
}
type Row = ReturnType<typeof opportunityRow>;

const WORDS: Record<Kind, string> = {
  SOURCE: 'answers cite it, name a competitor and not the brand',
  PROMPT: 'answers do not name the brand',
  CRITICISM: 'answers speak against the brand',
  OWN_PAGE: 'answers cite this page of the brand and do not name it',
};

function opportunityLine(row: Row): string {
  const { kind, reason, subject, at_stake: stake, competitors, pages, sentences, change } = row;
  const bounds =
    stake.low == null || stake.high == null ? '' : ` (${rounded(stake.low)} to ${rounded(stake.high)})`;
  return `- ${reason ?? kind} ${JSON.stringify(subject)}: ${[
    `${row.answers} ${WORDS[kind]}; ${shownValue(stake, 'answer_share') ?? 0} points at stake${bounds}`,
    change && `visibility ${rounded(change.points)} points`,
    competitors.length > 0 &&
      `named: ${competitors.map(({ name, answers }) => `${name} ${answers}`).join(', ')}`,
    pages.length > 0 && `pages: ${pages.join(' ')}`,
    sentences.length > 0 && `said: ${sentences.map((sentence) => JSON.stringify(sentence)).join(' ')}`,
    `act: ${row.act}, ${row.state}`,
  ]
    .filter(Boolean)
    .join('; ')}`;
}

function emptyReasonOf({
  answer_total: answers,
  day_total: days,
  competitor_total: competitors,
  tested,
}: Pick<
  components['schemas']['OpportunitiesReport'],
  'answer_total' | 'day_total' | 'competitor_total' | 'tested'
>): string {
  if (answers === 0) return 'There are no runs in these days. get_coverage says on which days there are.';
  const candidates = Object.values(tested).reduce((sum, count) => sum + count, 0);
  const lacks = [
    competitors === 0 && 'The brand has no competitors, who could be named instead.',
    candidates === 0 && 'None had enough answers on enough days (6 at least) to be tested.',
  ].filter(Boolean);
  return `There are ${answers} runs on ${days} days, ${candidates} candidates were tested, and chance may explain all of them. ${lacks.join(' ')}`.trim();
}
