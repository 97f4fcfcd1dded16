import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { Form, SelectField } from '../../../components/form/form.tsx';
import { Table } from '../../../components/table/table.tsx';
import { FirstAnswers } from './first-answers.tsx';
import type { Reading, Result } from './pieces.ts';

type Column = NonNullable<Schemas['ImportColumn']>;

const ROWS_SHOWN = 3;
const CHARACTERS_SHOWN = 80;
const DELIMITERS = [
  ['COMMA', 'Comma'],
  ['SEMICOLON', 'Semicolon'],
  ['TAB', 'Tab'],
  ['PIPE', 'Vertical bar'],
] as const;
const ENCODINGS = {
  UTF_8: 'UTF-8',
  UTF_16LE: 'UTF-16',
  UTF_16BE: 'UTF-16 (big endian)',
  WINDOWS_1252: 'Windows-1252',
};
const COLUMNS: Record<Column, string> = {
  answer: 'Answer',
  platform: 'Platform',
  queryText: 'Prompt',
  executedAt: 'Date',
  brand: 'Brand',
  citations: 'Sources',
  model: 'Model',
  country: 'Country',
  sentimentScore: 'Sentiment',
  surface: 'Surface',
  searched: 'Web search, yes or no',
  searchCount: 'Number of searches',
  searchQueries: 'Searches',
  state: 'State: COMPLETED, FAILED or NOT_SHOWN',
  failure: 'Why it failed',
  platformName: 'Name of another platform',
  brandId: 'Id of the brand',
  externalId: 'Id of the answer',
};
const NEEDED = ['platform', 'queryText', 'executedAt', 'answer'] as const;
const DATES = [
  ['DMY', '31/12/2026'],
  ['MDY', '12/31/2026'],
] as const;
const SCORES = [
  ['HUNDRED', '0 to 100'],
  ['TEN', '0 to 10'],
  ['ONE', '0 to 1'],
  ['MINUS_ONE_TO_ONE', '-1 to 1'],
] as const;

/** What the columns of a CSV are, with its first rows. Each choice is read by the server. */
export function ColumnsForm({
  result: { reading, undecided, rows, runs },
  action,
  isBusy = false,
  onChange,
  onDone,
  children,
}: {
  result: Result;
  action: string;
  /** Whether a choice is being read. */
  isBusy?: boolean;
  onChange: (reading: Reading) => void;
  onDone: () => void;
  /** Further buttons. */
  children?: ComponentChildren;
}) {
  const isTable = reading.format === 'CSV';
  const { encoding = 'UTF_8', delimiter = 'COMMA', names = [], columns = [], dates, scores } = reading;
  const missing = NEEDED.filter((column) => !columns.includes(column)).map((column) => COLUMNS[column]);
  const open = (field: string) => undecided.find((question) => question.field === field)?.message;
  const map = (at: number, column: Column | null) => {
    const changed = [columns[at], column];
    onChange({
      encoding,
      delimiter,
      columns: columns.with(at, column),
      ...(!changed.includes('executedAt') && { dates: dates ?? null }),
      ...(!changed.includes('sentimentScore') && { scores: scores ?? null }),
    });
  };
  return (
    <Form onSubmit={onDone}>
      <div class="form-row">
        {isTable && (
          <SelectField
            label="Separator"
            hint={`The text is ${ENCODINGS[encoding]}`}
            value={delimiter}
            options={DELIMITERS}
            onChange={(chosen) => onChange({ encoding, delimiter: chosen })}
          />
        )}
        <Question
          label="Dates are written like"
          value={dates}
          options={DATES}
          problem={open('dates')}
          onChange={(chosen) => onChange({ ...reading, dates: chosen })}
        />
        <Question
          label="Sentiment is written as"
          value={scores}
          options={SCORES}
          problem={open('scores')}
          onChange={(chosen) => onChange({ ...reading, scores: chosen })}
        />
      </div>
      {isTable && (
        <Table
          caption="First rows"
          columns={names.map((name, at) => ({
            name: `${at + 1} ${name}`,
            head: (
              <span class="stack-small welcome-column">
                <span dir="auto">{shortened(name)}</span>
                <select
                  class="select"
                  aria-label={`What is column ${at + 1}, ${shortened(name)}?`}
                  value={columns[at] ?? ''}
                  onChange={(event) => map(at, (event.currentTarget.value as Column) || null)}
                >
                  <option value="">Not used</option>
                  {Object.entries(COLUMNS).map(([column, text]) => (
                    <option key={column} value={column}>
                      {text}
                    </option>
                  ))}
                </select>
              </span>
            ),
            cell: ({ row }: { row: string[] }) => (
              <span class="welcome-cell" dir="auto">
                {shortened(row[at] ?? '')}
              </span>
            ),
          }))}
          rows={rows.slice(0, ROWS_SHOWN).map((row, at) => ({ row, at }))}
          keyOf={({ at }) => String(at)}
        />
      )}
      {isTable && missing.length > 0 && (
        <p class="note" data-kind="warn" role="status">
          Still to choose: the {missing.length === 1 ? 'column' : 'columns'} of {missing.join(', ')}.
        </p>
      )}
      <FirstAnswers runs={runs} />
      <div class="actions">
        <Button type="submit" kind="primary" disabled={isBusy || undecided.length > 0}>
          {action}
        </Button>
        {children}
      </div>
    </Form>
  );
}

/** How something is written, where the file has it. */
function Question<T extends string>({
  label,
  value,
  options,
  problem,
  onChange,
}: {
  label: string;
  value: T | null | undefined;
  options: readonly (readonly [T, string])[];
  problem: string | undefined;
  onChange: (value: T) => void;
}) {
  if (!value && problem === undefined) return null;
  const choose = value ? [] : ([['', 'Choose']] as const);
  return (
    <SelectField<T | ''>
      label={label}
      problem={problem}
      value={value ?? ''}
      options={[...choose, ...options]}
      onChange={(chosen) => chosen !== '' && onChange(chosen)}
    />
  );
}

const shortened = (text: string): string =>
  text.length > CHARACTERS_SHOWN ? `${text.slice(0, CHARACTERS_SHOWN)}…` : text;
