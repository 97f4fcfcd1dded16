import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { counted } from '../../../../../presentation/numbers.ts';
import { messageOf } from '../../../api/client.ts';
import { me } from '../../../api/session.ts';
import { toast } from '../../../components/toast.tsx';
import { hashOf } from './answers.ts';
import { keepMapping, keptMapping, type Mapping, mappingOf, missingColumns } from './columns.ts';
import { dropped } from './dropped.ts';
import { type Opened, type OpenedCsv, open, separated } from './reading.ts';
import { type Progress, type Survey, send, survey } from './sending.ts';

export type Stage =
  | { name: 'choose'; error?: string }
  | { name: 'columns'; opened: OpenedCsv; mapping: Mapping }
  | { name: 'reading'; share: number }
  | { name: 'read'; looked: Looked }
  | { name: 'sending'; looked: Looked; progress: Progress | null }
  | { name: 'done'; found: Survey; progress: Progress; stopped: string | null };

/** A file whose columns are known, and what it holds. */
export interface Looked {
  file: File;
  opened: Opened;
  /** Null for JSON Lines. */
  mapping: Mapping | null;
  found: Survey;
}

/** Files of an organisation with the same first line are read alike. */
const keyOf = ({ head }: OpenedCsv) =>
  `${me.value?.organisation.id} ${hashOf(head.split(/[\r\n]/, 1)[0] ?? '')}`;

const readingOf = (mapping: Mapping | null, brandId: string | null) => ({
  columns: mapping?.columns ?? null,
  dates: mapping?.dates ?? ('ISO' as const),
  brandId,
});

/**
 * A file's way: chosen, read, looked at, sent.
 * @param brandId of answers that name none
 */
export function useImport(brandId: string | null) {
  const [file, setFile] = useState<File | null>(null);
  const [stage, setStage] = useState<Stage>({ name: 'choose' });
  const { work, cancel } = useWork();
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
      const found = await open(chosen);
      if (found.kind === 'JSONL') return look(chosen, found, null);
      const kept = keptMapping(keyOf(found));
      const opened = kept ? separated(found, kept.delimiter) : found;
      const mapping = kept ?? mappingOf(opened.names, opened.sample);
      const isClear = missingColumns(mapping.columns).length === 0 && mapping.dates !== null;
      if (isClear) return look(chosen, opened, mapping);
      setStage({ name: 'columns', opened, mapping });
    }, chooseAgain);
  const start = (looked: Looked) => {
    const { opened, mapping, found } = looked;
    let last: Progress = { share: 0, created: 0, unchanged: 0, problems: [], problemCount: 0 };
    if (opened.kind === 'CSV' && mapping)
      keepMapping(keyOf(opened), { ...mapping, delimiter: opened.delimiter });
    setStage({ name: 'sending', looked, progress: null });
    const done = (stopped: string | null) => {
      setStage({ name: 'done', found, progress: last, stopped });
      if (stopped === null) toast(`${counted(last.created, 'answer')} imported.`);
    };
    return work(
      async (signal) => {
        const reading = readingOf(mapping, brandId);
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
    return cancel;
  }, []);
  const again = () => setStage({ name: 'choose' });
  return { file, stage, begin, look, start, again, cancel };
}

/** One thing at a time that takes long, until a person stops it. */
function useWork() {
  const current = useRef(new AbortController());
  const work = async (
    what: (signal: AbortSignal) => Promise<void>,
    onEnd: (words: string | null) => void,
  ) => {
    current.current.abort();
    current.current = new AbortController();
    const { signal } = current.current;
    try {
      await what(signal);
    } catch (error) {
      onEnd(signal.aborted ? null : messageOf(error));
    }
  };
  return { work, cancel: useCallback(() => current.current.abort(), []) };
}
