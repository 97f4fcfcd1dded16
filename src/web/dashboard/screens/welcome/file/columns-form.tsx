import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { formatDay } from '../../../../../presentation/numbers.ts';
import { Button } from '../../../components/button.tsx';
import { Form, SelectField } from '../../../components/form/form.tsx';
import { Table } from '../../../components/table/table.tsx';
import { COLUMNS, type Column, datesIn, type Mapping, mappingOf, missingColumns } from './columns.ts';
import { DELIMITERS } from './csv.ts';
import { DATE_FORMATS, type DateFormat, timeOf } from './dates.ts';
import { type OpenedCsv, separated } from './reading.ts';

const ROWS_SHOWN = 3;
const CHARACTERS_SHOWN = 80;
const DELIMITER_NAMES = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' };
const ENCODINGS: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252',
};
const CHOICES: readonly (readonly [Column | '', string])[] = [
  ['', 'Not used'],
  ...Object.entries(COLUMNS).map(([column, { name }]) => [column as Column, name] as const),
];

/** What the columns of a CSV are, with its first rows. */
export function ColumnsForm({
  opened: first,
  mapping: given,
  action,
  onDone,
  children,
}: {
  opened: OpenedCsv;
  mapping: Mapping;
  action: string;
  onDone: (opened: OpenedCsv, mapping: Mapping) => void;
  /** Further buttons. */
  children?: ComponentChildren;
}) {
  const [opened, setOpened] = useState(first);
  const [mapping, setMapping] = useState(given);
  const { columns, dates } = mapping;
  const missing = missingColumns(columns).map((column) => COLUMNS[column].name);
  const map = (at: number, column: Column | null) => {
    const next = columns.with(at, column);
    const isOfDates = [columns[at], column].includes('executedAt');
    setMapping({
      columns: next,
      dates: isOfDates ? mappingOf(opened.names, opened.sample, next).dates : dates,
    });
  };
  const separate = (delimiter: string) => {
    const again = separated(opened, delimiter);
    setOpened(again);
    setMapping(mappingOf(again.names, again.sample));
  };
  return (
    <Form onSubmit={() => onDone(opened, mapping)}>
      <div class="form-row">
        <SelectField
          label="Separator"
          hint={`The text is ${ENCODINGS[opened.encoding] ?? opened.encoding}`}
          value={opened.delimiter}
          options={DELIMITERS.map((delimiter) => [delimiter, DELIMITER_NAMES[delimiter]] as const)}
          onChange={separate}
        />
        <Dates
          opened={opened}
          mapping={mapping}
          onChange={(format) => setMapping({ columns, dates: format })}
        />
      </div>
      <Table
        caption="First rows"
        columns={opened.names.map((name, at) => ({
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
                {CHOICES.map(([column, text]) => (
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
        rows={opened.sample.slice(0, ROWS_SHOWN).map((row, at) => ({ row, at }))}
        keyOf={({ at }) => String(at)}
      />
      {missing.length > 0 && (
        <p class="note" data-kind="warn" role="status">
          Still to choose: the {missing.length === 1 ? 'column' : 'columns'} of {missing.join(', ')}.
        </p>
      )}
      <div class="actions">
        <Button type="submit" kind="primary" disabled={missing.length > 0 || dates === null}>
          {action}
        </Button>
        {children}
      </div>
    </Form>
  );
}

function Dates({
  opened,
  mapping: { columns, dates },
  onChange,
}: {
  opened: OpenedCsv;
  mapping: Mapping;
  onChange: (format: DateFormat | null) => void;
}) {
  const [example] = datesIn(columns, opened.sample);
  if (example === undefined) return null;
  const time = dates && timeOf(example, dates);
  const readings = DATE_FORMATS.flatMap(([format]) => {
    const read = timeOf(example, format);
    return read ? [formatDay(read)] : [];
  });
  const problem =
    readings.length > 1
      ? `${shortened(example)} is ${readings.join(' or ')}: choose one.`
      : `Choose how ${shortened(example)} is read, or another column.`;
  return (
    <SelectField
      label="Dates are written like"
      hint={time ? `${shortened(example)} is ${formatDay(time)}` : undefined}
      problem={dates === null ? problem : undefined}
      value={dates ?? ''}
      options={[...(dates === null ? [['', 'Choose'] as const] : []), ...DATE_FORMATS]}
      onChange={(format) => onChange(format || null)}
    />
  );
}

const shortened = (text: string): string =>
  text.length > CHARACTERS_SHOWN ? `${text.slice(0, CHARACTERS_SHOWN)}…` : text;
