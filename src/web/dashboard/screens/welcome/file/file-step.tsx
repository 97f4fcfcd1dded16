import { useState } from 'preact/hooks';
import { counted, formatCount } from '../../../../../presentation/numbers.ts';
import { useAccess } from '../../../api/access.ts';
import { Button, LinkButton } from '../../../components/button.tsx';
import { Card, Loaded } from '../../../components/card.tsx';
import { save } from '../../../components/table/csv.tsx';
import { useBrands } from '../../../frame/brand/brand.ts';
import { href } from '../../../state/route.ts';
import { ColumnsForm } from './columns-form.tsx';
import { DropZone } from './drop-zone.tsx';
import { Found, mostNamed, type Named } from './found.tsx';
import type { Outcome, Reading } from './pieces.ts';
import { Problems } from './problems.tsx';
import { type Opened, useImport } from './use-import.ts';

/** Answers that a person has, from a file: looked at first, then sent. */
export function FileStep() {
  const brands = useBrands();
  const can = useAccess();
  if (!can('importAnswers'))
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
  const [chosen, setBrandId] = useState('');
  const brandId = chosen || (brands[0]?.id ?? null);
  const { file, stage, begin, change, look, start, again, cancel } = useImport(brandId);

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
            with the same columns.
          </p>
          <ColumnsForm
            result={stage.opened.result}
            action="Read the file"
            isBusy={stage.isBusy}
            onChange={(reading) => void change(stage.opened, reading)}
            onDone={() => void look(stage.opened)}
          >
            <Button onClick={again}>Choose another file</Button>
          </ColumnsForm>
        </>
      )}
      {stage.name === 'reading' && (
        <Bar label={`Reading ${file?.name ?? 'the file'}`} share={stage.share} onCancel={cancel} />
      )}
      {stage.name === 'read' && (
        <>
          <Found
            file={stage.opened.file}
            found={stage.found}
            brands={brands}
            brandId={brandId ?? ''}
            onBrand={setBrandId}
            onBrands={onBrands}
            onSend={() => void start(stage.opened, stage.found)}
            onAgain={again}
          />
          <ColumnsAgain
            {...stage}
            onChange={(reading) => void change(stage.opened, reading)}
            onDone={() => void look(stage.opened)}
          />
        </>
      )}
      {stage.name === 'sending' && (
        <>
          <Bar
            label={`Importing: ${counted(stage.progress?.created ?? 0, 'new answer')}, ${formatCount(stage.progress?.unchanged ?? 0)} already there`}
            share={stage.progress?.share ?? 0}
            onCancel={cancel}
          />
          <Problems {...(stage.progress ?? stage.found)} />
        </>
      )}
      {stage.name === 'done' && (
        <Done {...stage} brandId={mostNamed(stage.found, brands) ?? brandId} onAgain={again} />
      )}
    </div>
  );
}

/** The columns as they were read, to change one of them. */
function ColumnsAgain({
  opened,
  onChange,
  onDone,
}: {
  opened: Opened;
  onChange: (reading: Reading) => void;
  onDone: () => void;
}) {
  if (opened.result.reading.format !== 'CSV') return null;
  return (
    <details>
      <summary>Columns and dates</summary>
      <ColumnsForm result={opened.result} action="Read again" onChange={onChange} onDone={onDone} />
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
  progress: Outcome | null;
  stopped: string | null;
  /** The brand whose report is shown first. */
  brandId: string | null;
  onAgain: () => void;
}) {
  const { created = 0, unchanged = 0, problems = [], problemCount = 0 } = progress ?? {};
  return (
    <div class="stack">
      {stopped !== null && (
        <p class="note" data-kind="bad" role="alert">
          {stopped}
        </p>
      )}
      <p role="status">
        <strong>{counted(created, 'new answer')}</strong>, {formatCount(unchanged)} already there,{' '}
        {counted(problemCount, 'problem')}.
      </p>
      <Problems problems={problems} problemCount={problemCount} />
      <div class="actions">
        {created + unchanged > 0 && (
          <LinkButton kind="primary" href={href('welcome/report', { brand: brandId })}>
            See the first report
          </LinkButton>
        )}
        <Button onClick={onAgain}>Import another file</Button>
      </div>
    </div>
  );
}

/** A file to begin with: the columns and two invented answers. */
const TEMPLATE = `externalId,brand,platform,queryText,executedAt,answer,citations,sentimentScore,model,country\r
answer-1,Lumenfold,ChatGPT,Which reading lamp is easiest on the eyes?,2026-11-19T09:30:00Z,"Lumenfold is the gentlest lamp we found, says a test.",https://reviews.example/lamps https://lumenfold.example,,,US\r
answer-2,Lumenfold,Perplexity,Which reading lamp is easiest on the eyes?,2026-11-20,"Many readers like Brightarc.\nA ""warm"" light matters most.",https://forum.example/lamps,,,\r
`;
