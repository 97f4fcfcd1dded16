import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon, isIcon } from './icons/icon.tsx';
import { Logo } from './icons/logo.tsx';
import { MENU, SCREENS } from './screens/screens.ts';
import { href, useRoute } from './state/route.ts';

/** The menu. On a narrow screen it lies over the page while it is open. */
export function Sidebar({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { screen } = useRoute();
  const nav = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const opener = document.activeElement;
    nav.current?.querySelector('a')?.focus();
    const close = (event: Event) => {
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      const isOutside = event instanceof PointerEvent && !nav.current?.contains(event.target as Node);
      if (isEscape || isOutside) onClose();
      if (isEscape && opener instanceof HTMLElement) opener.focus();
    };
    addEventListener('keydown', close);
    addEventListener('pointerdown', close);
    return () => {
      removeEventListener('keydown', close);
      removeEventListener('pointerdown', close);
    };
  }, [isOpen]);
  return (
    <nav ref={nav} id="sidebar" class="sidebar" aria-label="Screens" data-open={isOpen ? '' : undefined}>
      <a class="logo" href={href('overview')}>
        <Logo />
        Sightline
      </a>
      {MENU.map(({ title, screens }) => (
        <div key={title}>
          <div class="nav-group" id={`menu-${title}`}>
            {title}
          </div>
          <ul class="nav" aria-labelledby={`menu-${title}`}>
            {screens
              .filter((name) => name in SCREENS)
              .map((name) => (
                <li key={name}>
                  <a href={href(name)} aria-current={screen === name ? 'page' : undefined} onClick={onClose}>
                    {isIcon(name) && <Icon name={name} />}
                    {SCREENS[name]?.title}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
      <div class="sidebar-end nav">
        <a href="docs">
          <Icon name="docs" />
          Documentation
        </a>
      </div>
    </nav>
  );
}
