/** Line icons on a field of 20 × 20, by what they stand for. */
const ICONS = {
  overview: 'M3 17h14M5.5 14V9.5M10 14V4M14.5 14V7',
  opportunities: 'M10 3a5 5 0 0 0-2.5 9.3V14h5v-1.7A5 5 0 0 0 10 3zM8.5 17h3',
  prompts: 'M3 4.5h14v9.5H9L5.5 17v-3H3z',
  sources: 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0zM3 10h14M10 3c3 3 3 11 0 14-3-3-3-11 0-14z',
  compare: 'M6.5 4v12m0 0L4 13.5M6.5 16 9 13.5M13.5 16V4m0 0L11 6.5M13.5 4 16 6.5',
  views: 'M5.5 3h9v14L10 13.5 5.5 17z',
  coverage: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z',
  alerts: 'M5.5 13.5V9a4.5 4.5 0 0 1 9 0v4.5l1.5 1.5H4zM8.5 17.5h3',
  corrections: 'm4 16 .7-3.3L13 4.4 15.6 7l-8.3 8.3zM11.4 6 14 8.6',
  campaigns: 'M5 17V3.5h10L12.8 7l2.2 3.5H5',
  content: 'M5 3h6.5L15 6.5V17H5zM8 9.5h4M8 12.5h4',
  annotations: 'M4 3.5h12v9H10L6.5 16v-3.5H4zM7 6.5h6M7 9.5h4',
  schema: 'M8 3.5c-3 0-1 5-4 6.5 3 1.5 1 6.5 4 6.5M12 3.5c3 0 1 5 4 6.5-3 1.5-1 6.5-4 6.5',
  settings:
    'M3 6h7.5m4 0H17M3 14h2.5m4 0H17M14.5 6a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM9.5 14a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
  docs: 'M10 5.5C8.5 4 6 4 3.5 4v11c2.5 0 5 0 6.5 1.5C11.5 15 14 15 16.5 15V4C14 4 11.5 4 10 5.5zm0 0v11',
  menu: 'M3.5 5.5h13M3.5 10h13M3.5 14.5h13',
  calendar: 'M4 5h12v11.5H4zM4 8.5h12M7 3v3.5M13 3v3.5',
  filter: 'M3.5 4.5h13l-5 6v5.5l-3-1.5v-4z',
  account: 'M13 7a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM4 16.5c.8-3 3-4 6-4s5.2 1 6 4',
} as const;

export type IconName = keyof typeof ICONS;

/** Beside a word that says the same: it is hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

export const isIcon = (name: string): name is IconName => Object.hasOwn(ICONS, name);
