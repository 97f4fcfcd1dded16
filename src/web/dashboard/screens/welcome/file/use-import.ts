import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { counted } from '../../../../../presentation/numbers.ts';
import { messageOf } from '../../../api/client.ts';
import { toast } from '../../../components/toast.tsx';
import { dropped } from './dropped.ts';
import { lookAt, type Outcome, type Reading, type Result, sendFile } from './pieces.ts';
import { earlierReading, rememberReading } from './readings.ts';

export type Stage =
  | { name: 'choose'; error?: string }
  | { name: 'columns'; opened: Opened; isBusy: boolean }
  | { name: 'reading'; share: number }
  | { name: 'read'; opened: Opened; found: Outcome }
  | { name: 'sending'; found: Outcome; progress: Outcome | null }
  | { name: 'done'; found: Outcome; progress: Outcome | null; stopped: string | null };

/** A file, and how it is read. */
export interface Opened {
  file: File;
  /** How the server would read it. */
  proposed: Reading;
  /** Its beginning as it is read now. */
  result: Result;
}

/**
 * A file's way: chosen, read, looked at, stored.
 * @param brandId of answers that name none
 */
export function useImport(brandId: string | null) {
  const [file, setFile] = useState<File | null>(null);
  const [stage, setStage] = useState<Stage>({ name: 'choose' });
  const { work, cancel } = useWork();
  const chooseAgain = (error: string | null) =>
    setStage(error === null ? { name: 'choose' } : { name: 'choose', error });
  const survey = async (opened: Opened, signal: AbortSignal) => {
    setStage({ name: 'reading', share: 0 });
    const { file, result } = opened;
    // What each piece says of the encoding is of the whole file in the end.
    const { encoding: _, ...reading } = result.reading;
    const found = await sendFile({ file, reading, brandId: null, store: false, signal }, ({ share }) =>
      setStage({ name: 'reading', share }),
    );
    setStage({ name: 'read', opened, found });
  };
  const begin = (chosen: File) =>
    work(async (signal) => {
      setFile(chosen);
      setStage({ name: 'reading', share: 0 });
      const first = await lookAt(chosen, {}, signal);
      const earlier = earlierReading(first.reading);
      const result = earlier === null ? first : await lookAt(chosen, earlier, signal);
      const opened = { file: chosen, proposed: first.reading, result };
      if (result.undecided.length === 0) return survey(opened, signal);
      setStage({ name: 'columns', opened, isBusy: false });
    }, chooseAgain);
  /** Reads the beginning of the file in another way. */
  const change = (opened: Opened, reading: Reading) =>
    work(async (signal) => {
      // The next choice adds to this one, however long the server takes.
      const chosen = { ...opened.result, reading: { ...opened.result.reading, ...reading } };
      setStage({ name: 'columns', opened: { ...opened, result: chosen }, isBusy: true });
      const result = await lookAt(opened.file, reading, signal);
      setStage({ name: 'columns', opened: { ...opened, result }, isBusy: false });
    }, chooseAgain);
  const look = (opened: Opened) =>
    work((signal) => {
      rememberReading(opened.proposed, opened.result.reading);
      return survey(opened, signal);
    }, chooseAgain);
  const start = ({ file }: Opened, found: Outcome) => {
    const { reading } = found.start;
    let last: Outcome | null = null;
    setStage({ name: 'sending', found, progress: null });
    const done = (stopped: string | null) => {
      setStage({ name: 'done', found, progress: last, stopped });
      if (stopped === null) toast(`${counted(last?.created ?? 0, 'answer')} imported.`);
    };
    return work(
      async (signal) => {
        await sendFile({ file, reading, brandId, store: true, signal }, (progress) => {
          last = progress;
          setStage({ name: 'sending', found, progress });
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
  return { file, stage, begin, change, look, start, again, cancel };
}

/** One thing at a time that takes long, until a person stops it. */
function useWork() {
  const current = useRef(new AbortController());
  const work = async (
    what: (signal: AbortSignal) => Promise<void>,
    onEnd: (words: string | null) => void,
  ) => {
    current.current.abort();
    const own = new AbortController();
    current.current = own;
    try {
      await what(own.signal);
    } catch (error) {
      // Work that was replaced by other work says nothing.
      if (current.current === own) onEnd(own.signal.aborted ? null : messageOf(error));
    }
  };
  return { work, cancel: useCallback(() => current.current.abort(), []) };
}
