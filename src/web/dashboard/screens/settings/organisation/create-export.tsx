import { useState } from 'preact/hooks';
import { rangeToToday, today } from '../../../../../base/definitions.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useAction } from '../../../api/use-data.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Form, FormError, problemOf, SelectField, TextField } from '../../../components/form.tsx';
import { toast } from '../../../components/toast.tsx';
import { useBrands } from '../../../frame/brand.ts';

export const REPORTS: readonly (readonly [Schemas['ReportKind'], string])[] = [
  ['BRANDS', 'Brands'],
  ['QUERIES', 'Prompts'],
  ['MENTIONS', 'Mentions'],
];

const FORMATS: readonly (readonly [Schemas['ExportFormat'], string])[] = [
  ['CSV', 'CSV, for spreadsheets'],
  ['NDJSON', 'NDJSON, a line of JSON a row'],
  ['PARQUET', 'Parquet, for data warehouses'],
];

export function CreateExport({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const [report, setReport] = useState<Schemas['ReportKind']>('MENTIONS');
  const [format, setFormat] = useState<Schemas['ExportFormat']>('CSV');
  const [brand, setBrand] = useState('');
  const [start, setStart] = useState(rangeToToday().start);
  const [end, setEnd] = useState(today());
  const brands = useBrands().data?.data ?? [];
  const { run, isBusy, error } = useAction(async () => {
    await unwrap(
      api.POST('/api/reports/exports', {
        body: {
          report,
          format,
          parameters: { start_date: start, end_date: end, ...(brand === '' ? {} : { brand_id: brand }) },
        },
      }),
    );
    toast('The file is being made.');
    onCreated();
    onClose();
  });
  return (
    <Dialog title="Export a report" onClose={onClose}>
      <Form onSubmit={() => run()}>
        <div class="form-row">
          <SelectField label="Report" value={report} options={REPORTS} onChange={setReport} />
          <SelectField label="Format" value={format} options={FORMATS} onChange={setFormat} />
          <SelectField
            label="Brand"
            value={brand}
            options={[['', 'All brands'], ...brands.map(({ id, name }) => [id, name] as const)]}
            onChange={setBrand}
          />
        </div>
        <div class="form-row">
          <TextField
            label="First day"
            type="date"
            value={start}
            max={end}
            onInput={setStart}
            required
            problem={problemOf(error, 'parameters.start_date')}
          />
          <TextField
            label="Last day"
            type="date"
            value={end}
            min={start}
            onInput={setEnd}
            required
            problem={problemOf(error, 'parameters.end_date')}
          />
        </div>
        <FormError error={error} fields={['parameters.start_date', 'parameters.end_date']} />
        <div class="actions">
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Export
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
}
