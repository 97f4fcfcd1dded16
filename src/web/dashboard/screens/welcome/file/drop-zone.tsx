import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';

/** Takes a file that is dropped anywhere on the page, or chosen by a button. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFile);
  latest.current = onFile;
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Without it the browser opens the file instead of the page.
      event.preventDefault();
      setOver(event.type === 'dragover');
    };
    const drop = (event: DragEvent) => {
      over(event);
      const file = event.dataTransfer?.files[0];
      if (file) latest.current(file);
    };
    const types = ['dragover', 'dragleave'] as const;
    for (const type of types) addEventListener(type, over);
    addEventListener('drop', drop);
    return () => {
      for (const type of types) removeEventListener(type, over);
      removeEventListener('drop', drop);
    };
  }, []);
  return (
    <div class="welcome-drop" data-over={isOver ? '' : undefined}>
      <p>
        <strong>Drop a file here</strong>, CSV or JSON Lines, of any size
      </p>
      <Button onClick={() => input.current?.click()}>Choose a file</Button>
      <input
        ref={input}
        type="file"
        class="visually-hidden"
        tabIndex={-1}
        aria-label="File of answers"
        accept=".csv,.tsv,.txt,.jsonl,.ndjson,.json,text/csv,application/x-ndjson"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
  );
}
