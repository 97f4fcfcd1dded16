import { escaped } from '../../../presentation/element.ts';

/** A picture that stands for itself: an SVG without the styles of the page. */
export interface Picture {
  svg: string;
  width: number;
  height: number;
}

export interface PictureFiles {
  pictureOf(figure: HTMLElement, title: string): Picture;
  pngOf(picture: Picture): Promise<Blob>;
}

const MARGIN = 16;
const TITLE_HEIGHT = 30;
const LEGEND_ROW = 24;
const LETTER = 7.4;
/** Screens have up to two points a pixel, and so has a print of the usual size. */
const SCALE = 2;
const STYLES = ['fill', 'stroke', 'color', 'opacity', 'font-size'];

/** The picture of a chart as it is shown, with its title and the entries of its legend that are on. */
function pictureOf(figure: HTMLElement, title: string): Picture {
  const shown = figure.querySelector<SVGSVGElement>('.chart-picture svg');
  if (!shown) throw new Error('There is no picture to save.');
  const { width: inner, height: drawn } = shown.getBoundingClientRect();
  const entries = [...figure.querySelectorAll('.legend button[aria-pressed="true"]')];
  const rows = rowsOf(entries, inner);
  const top = MARGIN + TITLE_HEIGHT + LEGEND_ROW * rows.length;
  const [width, height] = [inner + 2 * MARGIN, top + drawn + MARGIN].map(Math.ceil) as [number, number];
  const { backgroundColor, color, fontFamily } = getComputedStyle(figure.closest('.card') ?? figure);
  const legend = rows.flatMap((row, at) =>
    row.map(({ entry, x }) => {
      const y = MARGIN + TITLE_HEIGHT + at * LEGEND_ROW;
      const swatch = entry.querySelector('svg');
      const sign = swatch
        ? `<svg x="${x}" y="${y}" width="20" height="10" viewBox="0 0 20 10">${insideOf(swatch)}</svg>`
        : '';
      return `${sign}<text x="${x + 26}" y="${y + 9}" font-size="13" fill="${color}">${escaped(nameOf(entry))}</text>`;
    }),
  );
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` role="img" font-family="${escaped(fontFamily)}"><title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${backgroundColor}"/>`,
    `<text x="${MARGIN}" y="${MARGIN + 12}" font-size="16" font-weight="600" fill="${color}">${escaped(title)}</text>`,
    ...legend,
    `<svg x="${MARGIN}" y="${top}" width="${inner}" height="${drawn}" viewBox="${shown.getAttribute('viewBox')}">`,
    insideOf(shown),
    '</svg></svg>',
  ].join('');
  return { svg, width, height };
}

const nameOf = (entry: Element) => entry.querySelector('span')?.textContent ?? '';

/** Entries of a legend in rows that are no wider than the picture. */
function rowsOf(entries: readonly Element[], width: number): { entry: Element; x: number }[][] {
  const rows: { entry: Element; x: number }[][] = [];
  let x = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const own = 50 + LETTER * [...nameOf(entry)].length;
    if (x + own > width) {
      rows.push([]);
      x = MARGIN;
    }
    rows.at(-1)?.push({ entry, x });
    x += own;
  }
  return rows;
}

/** What is in a drawing, with the styles that the page gives it. */
function insideOf(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll<SVGElement>('*');
  for (const [at, one] of [...svg.querySelectorAll('*')].entries()) {
    const styles = getComputedStyle(one);
    const own = STYLES.map((name) => `${name}:${styles.getPropertyValue(name)}`).join(';');
    const copied = copies[at];
    if (!copied) continue;
    // The policy of the page forbids styles that are set as attributes.
    copied.style.cssText = own;
    for (const name of ['class', ...STYLES]) copied.removeAttribute(name);
  }
  const serializer = new XMLSerializer();
  return [...copy.childNodes].map((node) => serializer.serializeToString(node)).join('');
}

/** The pixels of a picture. */
async function pngOf({ svg, width, height }: Picture): Promise<Blob> {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('The browser cannot make a PNG of it.'))));
  });
}

const files: PictureFiles = { pictureOf, pngOf };
export default files;
