import { useEffect, useRef, useState } from 'preact/hooks';
import { useAccess } from '../../../api/access.ts';
import { messageOf } from '../../../api/client.ts';
import { me } from '../../../api/session.ts';
import { Button, LinkButton } from '../../../components/button.tsx';
import { Card, Loaded } from '../../../components/card.tsx';
import { save } from '../../../components/csv.tsx';
import { counted, formatCount } from '../../../components/numbers.tsx';
import { toast } from '../../../components/toast.tsx';
import { useBrands } from '../../../frame/brand.ts';
import { href } from '../../../state/route.ts';
import { hashOf } from './answers.ts';
import { keepMapping, keptMapping, type Mapping, mappingOf, missingColumns } from './columns.ts';
import { ColumnsForm } from './columns-form.tsx';
import { DropZone } from './drop-zone.tsx';
import { dropped } from './dropped.ts';
import { Found, mostNamed, type Named } from './found.tsx';
import { Problems } from './problems.tsx';
import { type Opened, type OpenedCsv, open, TEMPLATE } from './reading.ts';
import { type Progress, type Survey, send, survey } from './sending.ts';

type Stage =
  | { name: 'choose'; error?: string }
  | { name: 'columns'; opened: OpenedCsv; mapping: Mapping }
  | { name: 'reading'; share: number }
  | { name: 'read'; looked: Looked }
  | { name: 'sending'; looked: Looked; progress: Progress | null }
  | { name: 'done'; found: Survey; progress: Progress; stopped: string | null };

/** A file whose columns are known, and what it holds. */
interface Looked {
  file: File;
  opened: Opened;
  /** Null for JSON Lines. */
  mapping: Mapping | null;
  found: Survey;
}

/** Files of an organisation with the same first line are read alike. */
const keyOf = ({ names }: OpenedCsv) => `${me.value?.organisation.id} ${hashOf(names.join('\n'))}`;

const readingOf = (mapping: Mapping | null, brandId: string | null) => ({
  columns: mapping?.columns ?? null,
  dates: mapping?.dates ?? ('ISO' as const),
  brandId,
});

/** Answers that a person has, from a file: looked at first, then sent. */
export function FileStep() {
  const brands = useBrands();
  const can = useAccess();
  if (!can('ingestRuns'))
    return (
      <p class="note">Your role may look at reports. Ask an admin of your organisation to import answers.</p>
    );
  return (
    <Card
      title="Answers from a file"
      about="One answer a line: who answered, the prompt, when, and the text. Sightline reads the names, tones and sources from it."
      actions={
        <Button size="small" onClick={() => save('answers-template.csv', TEMPLATE)}>
          Download a template
        </Button>
      }
    >
      <Loaded of={brands}>{({ data }) => <FileImport brands={data} onBrands={brands.reload} />}</Loaded>
    </Card>
  );
}

function FileImport({ brands, onBrands }: { brands: Named[]; onBrands: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [stage, setStage] = useState<Stage>({ name: 'choose' });
  const [brandId, setBrandId] = useState('');
  const cancel = useRef(new AbortController());

  /** Does something that takes long, until a person stops it. */
  const work = async (
    what: (signal: AbortSignal) => Promise<void>,
    onEnd: (words: string | null) => void,
  ) => {
    cancel.current.abort();
    cancel.current = new AbortController();
    const { signal } = cancel.current;
    try {
      await what(signal);
    } catch (error) {
      onEnd(signal.aborted ? null : messageOf(error));
    }
  };
  const chooseAgain = (error: string | null) =>
    setStage(error === null ? { name: 'choose' } : { name: 'choose', error });
  const look = (chosen: File, opened: Opened, mapping: Mapping | null) =>
    work(async (signal) => {
      setStage({ name: 'reading', share: 0 });
      const found = await survey(
        { file: chosen, opened, reading: readingOf(mapping, null), signal },
        (share) => setStage({ name: 'reading', share }),
      );
      setStage({ name: 'read', looked: { file: chosen, opened, mapping, found } });
    }, chooseAgain);
  const begin = (chosen: File) =>
    work(async () => {
      setFile(chosen);
      setStage({ name: 'reading', share: 0 });
      const opened = await open(chosen);
      if (opened.kind === 'JSONL') return look(chosen, opened, null);
      const { names, sample } = opened;
      const mapping = keptMapping(keyOf(opened), names) ?? mappingOf(names, sample);
      const isClear = missingColumns(mapping.columns).length === 0 && mapping.dates !== null;
      if (isClear) return look(chosen, opened, mapping);
      setStage({ name: 'columns', opened, mapping });
    }, chooseAgain);
  const start = (looked: Looked) => {
    const { opened, mapping, found } = looked;
    let last: Progress = { share: 0, created: 0, unchanged: 0, problems: [], problemCount: 0 };
    if (opened.kind === 'CSV' && mapping) keepMapping(keyOf(opened), mapping);
    setStage({ name: 'sending', looked, progress: null });
    const done = (stopped: string | null) => {
      setStage({ name: 'done', found, progress: last, stopped });
      if (stopped === null) toast(`${counted(last.created, 'answer')} imported.`);
    };
    return work(
      async (signal) => {
        const reading = readingOf(mapping, brandId || (brands[0]?.id ?? null));
        last = await send({ file: looked.file, opened, reading, signal }, (progress) => {
          last = progress;
          setStage({ name: 'sending', looked, progress });
        });
        done(null);
      },
      (error) => done(`${error ?? 'Stopped.'} What was sent stays; send the file again to go on.`),
    );
  };
  useEffect(() => {
    if (dropped.value !== null) void begin(dropped.value);
    dropped.set(null);
    return () => cancel.current.abort();
  }, []);
  const again = () => setStage({ name: 'choose' });

  return (
    <div class="stack">
      {stage.name === 'choose' && (
        <>
          <DropZone onFile={(chosen) => void begin(chosen)} />
          {stage.error !== undefined && (
            <p class="note" data-kind="bad" role="alert">
              {stage.error}
            </p>
          )}
        </>
      )}
      {stage.name === 'columns' && file && (
        <>
          <p>
            What are the columns of <strong dir="auto">{file.name}</strong>? Your choice is kept for files
            with the same first line.
          </p>
          <ColumnsForm {...stage} action="Read the file" onDone={(...known) => void look(file, ...known)} />
          <div class="actions">
            <Button onClick={again}>Choose another file</Button>
          </div>
        </>
      )}
      {stage.name === 'reading' && (
        <Bar
          label={`Reading ${file?.name ?? 'the file'}`}
          share={stage.share}
          onCancel={() => cancel.current.abort()}
        />
      )}
      {stage.name === 'read' && (
        <>
          <Found
            {...stage.looked}
            brands={brands}
            brandId={brandId}
            onBrand={setBrandId}
            onBrands={onBrands}
            onSend={() => void start(stage.looked)}
            onAgain={again}
          />
          <ColumnsAgain {...stage.looked} onDone={(...known) => void look(stage.looked.file, ...known)} />
        </>
      )}
      {stage.name === 'sending' && (
        <>
          <Bar
            label={`Importing: ${counted(stage.progress?.created ?? 0, 'new answer')}, ${formatCount(stage.progress?.unchanged ?? 0)} already there`}
            share={stage.progress?.share ?? 0}
            onCancel={() => cancel.current.abort()}
          />
          <Problems {...(stage.progress ?? stage.looked.found)} />
        </>
      )}
      {stage.name === 'done' && (
        <Done {...stage} brandId={mostNamed(stage.found, brands) ?? (brandId || null)} onAgain={again} />
      )}
    </div>
  );
}

/** The columns as they were read, to change one of them. */
function ColumnsAgain({
  opened,
  mapping,
  onDone,
}: Looked & { onDone: (opened: OpenedCsv, mapping: Mapping) => void }) {
  if (opened.kind !== 'CSV' || mapping === null) return null;
  return (
    <details>
      <summary>Columns and dates</summary>
      <ColumnsForm opened={opened} mapping={mapping} action="Read again" onDone={onDone} />
    </details>
  );
}

function Bar({ label, share, onCancel }: { label: string; share: number; onCancel: () => void }) {
  return (
    <div class="stack-small">
      <div class="row spread">
        <span role="status">{label}</span>
        <Button size="small" onClick={onCancel}>
          Stop
        </Button>
      </div>
      <progress class="welcome-progress" value={share} max={1} aria-label={label} />
    </div>
  );
}

function Done({
  progress,
  stopped,
  brandId,
  onAgain,
}: {
  progress: Progress;
  stopped: string | null;
  /** The brand whose report is shown first. */
  brandId: string | null;
  onAgain: () => void;
}) {
  return (
    <div class="stack">
      {stopped !== null && (
        <p class="note" data-kind="bad" role="alert">
          {stopped}
        </p>
      )}
      <p role="status">
        <strong>{counted(progress.created, 'new answer')}</strong>, {formatCount(progress.unchanged)} already
        there, {counted(progress.problemCount, 'line')} not imported.
      </p>
      <Problems {...progress} />
      <div class="actions">
        {progress.created + progress.unchanged > 0 && (
          <LinkButton kind="primary" href={href('welcome/report', { brand: brandId })}>
            See the first report
          </LinkButton>
        )}
        <Button onClick={onAgain}>Import another file</Button>
      </div>
    </div>
  );
}
