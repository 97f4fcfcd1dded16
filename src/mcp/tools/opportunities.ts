import type { components } from '../../contract/generated/types.ts';
import { reportRange } from '../../reports/range.ts';
import { type Measure, rowOf } from '../fields.ts';
import { quoted, shownValue } from '../lines.ts';
import { rounded } from '../text.ts';
import { bodyInputs, brandInput, limitInput, REPORT_FIELDS, type Tool } from '../tool.ts';
import { brandOf } from './brands.ts';
import { reportFields } from './request.ts';
import { OPPORTUNITY } from './rows.ts';

type Report = components['schemas']['OpportunitiesReport'];
type Kind = Report['data'][number]['kind'];

interface Input {
  brand: string;
  start_date?: string;
  end_date?: string;
  kinds?: Kind[];
  limit?: number;
  offset?: number;
  snapshot_id?: string;
}

/** The parts of a row that its text shows in its own way. */
interface Row {
  kind: Kind;
  reason: string | null;
  subject: string;
  at_stake: Measure;
  competitors: { name: string; answers: number }[];
  pages: string[];
  sentences: string[];
  change: { points: number } | null;
}

const USUAL_ROWS = 10;
const MOST_ROWS = 50;
const LONGEST_SUBJECT = 300;
const { columns: _, ...FIELDS } = REPORT_FIELDS;

/** The tool that says what to do next for a brand. */
export const opportunitiesTool = (): Tool => ({
  name: 'report_opportunities',
  title: 'What to do next',
  description:
    'What to do next for a brand, the most visibility at stake first: sources to win, prompts lost or never had (and who has them), criticism with its sentences, own pages cited without the name. Only what chance does not explain: at most one in ten is false. Read run_ids with get_answer.',
  operations: ['reportOpportunities'],
  input: {
    brand: brandInput,
    ...bodyInputs('OpportunitiesParameters', ['start_date', 'end_date', 'kinds', 'offset', 'snapshot_id']),
    limit: limitInput(MOST_ROWS, USUAL_ROWS),
  },
  required: ['brand'],
  fields: OPPORTUNITY,
  also: FIELDS,
  async run({ brand: named, limit = USUAL_ROWS, offset = 0, ...input }: Input, api) {
    const brand = await brandOf(api, named);
    const range = reportRange(input.start_date, input.end_date, new Date());
    const { start, end } = range;
    const body = { ...input, brand_id: brand.id, start_date: start, end_date: end, limit, offset };
    const report = await api('reportOpportunities', { body });
    const { data, total, ...tested } = report.body;
    return {
      fields: reportFields(report, range),
      rows: data.map((found) => rowOf(OPPORTUNITY, { ...found, answer_total: tested.answer_total })),
      total,
      offset,
      heading: `Opportunities of ${brand.name}, ${start} to ${end}: ${data.length} of ${total} (snapshot ${report.snapshotId}).`,
      line: opportunityLine,
      order: 'at_stake, the largest first',
      rest: (rows) => `Ask again with offset ${offset + rows} and snapshot_id, or narrow it by kinds.`,
      ...(data.length === 0 && { emptyReason: emptyReasonOf(tested) }),
    };
  },
});

const WORDS: Record<Kind, string> = {
  SOURCE: 'answers cite it, name a competitor and not the brand',
  PROMPT: 'answers do not name the brand',
  CRITICISM: 'answers speak against the brand',
  OWN_PAGE: 'answers cite this page of the brand and do not name it',
};
function opportunityLine(row: ReturnType<typeof rowOf>): string {
  const {
    kind,
    reason,
    subject,
    at_stake: stake,
    competitors,
    pages,
    sentences,
    change,
  } = row as unknown as Row;
  const bounds =
    stake.low == null || stake.high == null ? '' : ` (${rounded(stake.low)} to ${rounded(stake.high)})`;
  return `- ${reason ?? kind} ${quoted(subject, LONGEST_SUBJECT)}: ${[
    `${row['answers']} ${WORDS[kind]}; ${shownValue(stake) ?? 0} points at stake${bounds}`,
    change && `visibility ${rounded(change.points)} points`,
    competitors.length > 0 &&
      `named: ${competitors.map(({ name, answers }) => `${name} ${answers}`).join(', ')}`,
    pages.length > 0 && `pages: ${pages.join(' ')}`,
    sentences.length > 0 && `said: ${sentences.map((sentence) => JSON.stringify(sentence)).join(' ')}`,
    `act: ${row['act']}, ${row['state']}`,
  ]
    .filter(Boolean)
    .join('; ')}`;
}

function emptyReasonOf({
  answer_total: answers,
  day_total: days,
  competitor_total: competitors,
  tested,
}: Omit<Report, 'data' | 'total'>): string {
  if (answers === 0) return 'There are no runs in these days. get_coverage says on which days there are.';
  const candidates = Object.values(tested).reduce((sum, count) => sum + count, 0);
  const lacks = [
    competitors === 0 && 'The brand has no competitors, who could be named instead.',
    candidates === 0 && 'None had enough answers on enough days (6 at least) to be tested.',
  ].filter(Boolean);
  return `There are ${answers} runs on ${days} days, ${candidates} candidates were tested, and chance may explain all of them. ${lacks.join(' ')}`.trim();
}
