import type { RefObject } from 'preact';
import { useAction } from '../api/loading.ts';
import { Button } from '../components/button.tsx';
import { FormError } from '../components/form/form.tsx';
import { fromLater } from '../components/lazy.tsx';
import { save, useFileName } from '../components/table/csv.tsx';
import type { PictureFiles } from './picture-file.ts';

const KINDS = ['SVG', 'PNG'] as const;

/** Save the picture of a chart, with its title and legend. @param box what holds the picture */
export function PictureButtons({
  box,
  title,
  name,
}: {
  box: RefObject<HTMLDivElement | null>;
  title: string;
  name: string;
}) {
  const nameFile = useFileName();
  const saving = useAction(async (kind: (typeof KINDS)[number]) => {
    const figure = box.current?.closest('figure');
    if (!figure) return;
    // Few people save a picture: what makes it is loaded when one does.
    const files = await fromLater<PictureFiles>('pictureFiles');
    const picture = files.pictureOf(figure, title);
    const file = await nameFile(name);
    if (kind === 'SVG') return save(`${file}.svg`, picture.svg, 'image/svg+xml');
    save(`${file}.png`, await files.pngOf(picture), 'image/png');
  });
  return (
    <>
      {KINDS.map((kind) => (
        <Button key={kind} size="small" isBusy={saving.isBusy} onClick={() => void saving.run(kind)}>
          Save as {kind}
        </Button>
      ))}
      <FormError error={saving.error} />
    </>
  );
}
