import { useEffect, useRef, useState } from 'preact/hooks';
import { useAccess } from '../../../api/access.ts';
import { api, messageOf, unwrap } from '../../../api/client.ts';
import { useAction } from '../../../api/use-data.ts';
import { Button, LinkButton } from '../../../components/button.tsx';
import { Card, Loaded } from '../../../components/card.tsx';
import { save } from '../../../components/csv.tsx';
import { FormError, SelectField } from '../../../components/form.tsx';
import { counted, formatCount, formatDay } from '../../../components/numbers.tsx';
import { toast } from '../../../components/toast.tsx';
import { useBrands } from '../../../frame/brand.ts';
import { href } from '../../../state/route.ts';
import { DropZone } from './drop-zone.tsx';
import { dropped } from './dropped.ts';
import { Problems } from './problems.tsx';
import { type Opened, open, TEMPLATE } from './reading.ts';
import { type Progress, type Survey, send, survey } from './sending.ts';

type Stage =
  | { name: 'choose'; error?: string }
  | { name: 'reading'; share: number }
  | { name: 'read'; opened: Opened; found: Survey }
  | { name: 'sending'; opened: Opened; found: Survey; progress: Progress | null }
  | { name: 'done'; found: Survey; progress: Progress; stopped: string | null };

/** Answers that a person has, from a file: looked at first, then sent. */
export function FileStep() {
  const brands = useBrands();
  const can = useAccess();
  if (!can('ingestRuns'))
    return (
      <p class="note">
        Your role may look at reports. Ask an admin of your organisation to bring answers in.
      </p>
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

function FileImport({ brands, onBrands }: { brands: { id: string; name: string }[]; onBrands: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [stage, setStage] = useState<Stage>({ name: 'choose' });
  const [brandId, setBrandId] = useState('');
  const cancel = useRef(new AbortController());

  const begin = async (chosen: File) => {
    cancel.current.abort();
    cancel.current = new AbortController();
    const { signal } = cancel.current;
    setFile(chosen);
    setStage({ name: 'reading', share: 0 });
    try {
      const opened = await open(chosen);
      const found = await survey({ file: chosen, opened, brandId: null, signal }, (share) =>
        setStage({ name: 'reading', share }),
      );
      setStage({ name: 'read', opened, found });
    } catch (error) {
      setStage(signal.aborted ? { name: 'choose' } : { name: 'choose', error: messageOf(error) });
    }
  };
  const start = async (opened: Opened, found: Survey) => {
    if (file === null) return;
    cancel.current = new AbortController();
    const { signal } = cancel.current;
    let last: Progress = { share: 0, created: 0, unchanged: 0, problems: [], problemCount: 0 };
    const show = (progress: Progress) => {
      last = progress;
      setStage({ name: 'sending', opened, found, progress });
    };
    setStage({ name: 'sending', opened, found, progress: null });
    try {
      const progress = await send(
        { file, opened, brandId: brandId || (brands[0]?.id ?? null), signal },
        show,
      );
      setStage({ name: 'done', found, progress, stopped: null });
      toast(`${counted(progress.created, 'answer')} taken in.`);
    } catch (error) {
      const stopped = signal.aborted
        ? 'You stopped it. What was sent stays; send the file again to go on.'
        : `${messageOf(error)} What was sent stays; send the file again to go on.`;
      setStage({ name: 'done', found, progress: last, stopped });
    }
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
      {stage.name === 'reading' && (
        <Bar
          label={`Looking at ${file?.name ?? 'the file'}`}
          share={stage.share}
          onCancel={() => cancel.current.abort()}
        />
      )}
      {stage.name === 'read' && (
        <Found
          name={file?.name ?? ''}
          opened={stage.opened}
          found={stage.found}
          brands={brands}
          brandId={brandId}
          onBrand={setBrandId}
          onBrands={onBrands}
          onSend={() => void start(stage.opened, stage.found)}
          onAgain={again}
        />
      )}
      {stage.name === 'sending' && (
        <>
          <Bar
            label={`Sending: ${counted(stage.progress?.created ?? 0, 'new answer')}, ${formatCount(stage.progress?.unchanged ?? 0)} already there`}
            share={stage.progress?.share ?? 0}
            onCancel={() => cancel.current.abort()}
          />
          <Problems {...(stage.progress ?? stage.found)} />
        </>
      )}
      {stage.name === 'done' && (
        <Done {...stage} brandId={mostNamed(stage.found, brands) ?? (brandId || null)} onAgain={again} />
      )}
    </div>
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

/** The brand that most answers of a file are about. */
function mostNamed({ brands: named }: Survey, brands: { id: string; name: string }[]): string | null {
  const [most] = [...named].sort(([, a], [, b]) => b - a);
  return brands.find(({ name }) => most && folded(name) === folded(most[0]))?.id ?? null;
}

const NAMES_SHOWN = 8;

/** Some of many names, and how many there are beside them. */
function namesOf(names: readonly string[]): string {
  const shown = names
    .slice(0, NAMES_SHOWN)
    .map((name) => (name.length > 60 ? `${name.slice(0, 60)}…` : name));
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The same name in other letters, as the API compares them. */
const folded = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

function Found({
  name,
  opened,
  found,
  brands,
  brandId,
  onBrand,
  onBrands,
  onSend,
  onAgain,
}: {
  name: string;
  opened: Opened;
  found: Survey;
  brands: { id: string; name: string }[];
  brandId: string;
  onBrand: (id: string) => void;
  onBrands: () => void;
  onSend: () => void;
  onAgain: () => void;
}) {
  const can = useAccess();
  const known = new Set(brands.map((brand) => folded(brand.name)));
  const unknown = [...found.brands].filter(([brand]) => !known.has(folded(brand)));
  const making = useAction(async () => {
    for (const [brand] of unknown) await unwrap(api.POST('/api/brands', { body: { name: brand } }));
  });
  const make = async () => {
    if (await making.run()) toast(`${counted(unknown.length, 'brand')} made.`);
    // Some may have been made before one was refused.
    onBrands();
  };
  const ofUnknown = unknown.reduce((sum, [, answers]) => sum + answers, 0);
  const isWithoutBrand = found.withoutBrand > 0 && brands.length === 0;
  return (
    <div class="stack">
      <p>
        <strong>{name}</strong> holds {counted(found.answers, 'answer')}
        {found.first !== null && ` ${daysOf(found.first, found.last)}`}
        {found.brands.size > 0 && ` about ${counted(found.brands.size, 'brand')}`}.
        {opened.unused.length > 0 && ` Columns that are not used: ${namesOf(opened.unused)}.`}
      </p>
      {found.withoutBrand > 0 && brands.length > 0 && (
        <SelectField
          label={`Which brand are the prompts of? (${counted(found.withoutBrand, 'answer')} without one)`}
          value={brandId || (brands[0]?.id ?? '')}
          options={brands.map((brand) => [brand.id, brand.name] as const)}
          onChange={onBrand}
        />
      )}
      {isWithoutBrand && (
        <p class="note" data-kind="warn">
          {counted(found.withoutBrand, 'answer')} without a brand.{' '}
          <a href={href('welcome/brand')}>Make a brand first</a>, then drop the file again.
        </p>
      )}
      {unknown.length > 0 && (
        <div class="note stack-small" data-kind="warn">
          <p>
            {counted(unknown.length, 'brand')} in this file {unknown.length === 1 ? 'is' : 'are'} not yet here
            ({counted(ofUnknown, 'answer')}): {namesOf(unknown.map(([brand]) => brand))}. Their answers would
            be refused.
          </p>
          {can('createBrand') && (
            <div class="actions">
              <Button isBusy={making.isBusy} onClick={() => void make()}>
                {unknown.length === 1 ? 'Make this brand' : `Make these ${unknown.length} brands`}
              </Button>
            </div>
          )}
          <FormError error={making.error} />
        </div>
      )}
      <Problems problems={found.problems} problemCount={found.problemCount} />
      <div class="actions">
        <Button
          kind="primary"
          disabled={found.answers === 0 || isWithoutBrand || making.isBusy}
          onClick={onSend}
        >
          Take in {counted(found.answers, 'answer')}
        </Button>
        <Button onClick={onAgain}>Choose another file</Button>
      </div>
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
        there, {counted(progress.problemCount, 'line')} not taken.
      </p>
      <Problems {...progress} />
      <div class="actions">
        {progress.created + progress.unchanged > 0 && (
          <LinkButton kind="primary" href={href('welcome/report', { brand: brandId })}>
            See the first report
          </LinkButton>
        )}
        <Button onClick={onAgain}>Send another file</Button>
      </div>
    </div>
  );
}

function daysOf(first: string, last: string | null): string {
  const [from, to] = [formatDay(first), formatDay(last)];
  return from === to ? `of ${from}` : `from ${from} to ${to}`;
}
