/** Views of one screen, each with an address of its own. */
export function Tabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { text: string; href: string; isCurrent: boolean }[];
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ text, href, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
