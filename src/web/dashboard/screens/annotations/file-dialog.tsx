import { useState } from 'preact/hooks';
import { csvHead, csvRecords } from '../../../../base/csv/records.ts';
import { textOf } from '../../../../base/csv/text.ts';
import { counted } from '../../../../presentation/numbers.ts';
import { type BodyOf, call } from '../../api/client.ts';
import { useAction } from '../../api/loading.ts';
import { ActionForm } from '../../components/form/action-form.tsx';
import { Dialog } from '../../components/form/dialog.tsx';
import type { Ends } from '../../components/list/acts.tsx';
import { toast } from '../../components/toast.tsx';
import { BrandField } from '../../frame/brand/brand-field.tsx';

type Notes = BodyOf<'bulkCreateAnnotations'>;

/** Adds the notes of a CSV file, all or none. */
export function FileDialog({ onClose, onDone }: Ends) {
  const [brandId, setBrandId] = useState<string | undefined>(undefined);
  const [file, setFile] = useState<File | null>(null);
  const add = useAction(async () => {
    const notes = notesOf(await rowsOf(file as File), brandId ?? '');
    const { created } = await call('bulkCreateAnnotations', { body: notes });
    toast(`${counted(created, 'note')} added.`);
    onDone();
    onClose();
  });
  return (
    <Dialog title="Notes from a CSV file" onClose={onClose}>
      <ActionForm of={add} action="Add the notes" isDisabled={file === null} onCancel={onClose}>
        {() => (
          <>
            <p>
              The first line names the columns: <code>day</code> (2026-11-12) and <code>text</code>, and if
              you like <code>platform</code>, <code>queryId</code>, <code>isShared</code> (true or false) and{' '}
              <code>brandId</code>.
            </p>
            <BrandField value={brandId} onChange={setBrandId} problem={undefined} />
            <label class="field">
              <span class="label">File</span>
              <input
                type="file"
                accept=".csv,.tsv,.txt,text/csv"
                required
                onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
              />
            </label>
          </>
        )}
      </ActionForm>
    </Dialog>
  );
}

async function rowsOf(file: File): Promise<Record<string, string>[]> {
  const text = await textOf(file);
  const { delimiter, ...at } = csvHead(text);
  const records = [...csvRecords(text, delimiter, at)];
  const wrong = records.find(({ problem }) => problem !== undefined);
  if (wrong) throw new Error(`Line ${wrong.line}: ${wrong.problem}`);
  const [names = [], ...rows] = records.flatMap(({ fields }) => (fields.length > 0 ? [fields] : []));
  return rows.map((row) => Object.fromEntries(names.map((name, column) => [name.trim(), row[column] ?? ''])));
}

/** The rows as the API takes them: empty cells are left out. */
function notesOf(rows: readonly Record<string, string>[], brandId: string): Notes {
  return rows.map((row) => {
    const cells = Object.entries(row).filter(([, cell]) => cell !== '');
    const { isShared, ...note } = Object.fromEntries(cells);
    const mark = isShared === undefined ? {} : { isShared: isShared.trim().toLowerCase() === 'true' };
    return { brandId, ...note, ...mark } as Notes[number];
  });
}
