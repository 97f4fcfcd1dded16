import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { persistently } from './api/connection.ts';
import { useAction } from './api/loading.ts';
import { hasEnded, me, resume } from './api/session.ts';
import { Button } from './components/button.tsx';
import { FormError } from './components/form/form.tsx';
import { Lazy } from './components/lazy.tsx';
import { TipLayer } from './components/tip.tsx';
import { Toasts } from './components/toast.tsx';
import { AccountMenu } from './frame/account-menu.tsx';
import { ConnectionBar } from './frame/connection-bar.tsx';
import { FilterBar } from './frame/filter-bar.tsx';
import { Footer } from './frame/footer.tsx';
import { Icon } from './icons/icon.tsx';
import { LogIn, LogInAgain } from './screens/log-in/log-in.tsx';
import { screenOf } from './screens/screens.ts';
import { Sidebar } from './sidebar.tsx';
import { useRoute } from './state/route.ts';
import { useStore } from './state/store.ts';

export function App() {
  const who = useStore(me);
  const isOver = useStore(hasEnded);
  const { screen } = useRoute();
  return (
    <>
      {who === undefined ? (
        <Opening />
      ) : who === null || screen === 'reset' || screen === 'refused' ? (
        // Somebody who is logged in may open the link of a new password, or come back from a link that was refused.
        <LogIn />
      ) : (
        // Nothing that was shown of another organisation stays.
        <Frame key={`${who.user.id} ${who.organisation.id}`} isDemo={who.organisation.isDemo} />
      )}
      {isOver && <LogInAgain />}
      <ConnectionBar />
      <Toasts />
      <TipLayer />
    </>
  );
}

/** Asks who is logged in. */
function Opening() {
  const { run, error } = useAction(persistently<void>);
  const open = () => void run(resume);
  useLayoutEffect(open, []);
  if (error === undefined) return <div class="gate" aria-busy="true" />;
  return (
    <main class="gate">
      <div class="card">
        <h1>Sightline</h1>
        <FormError error={error} />
        <Button kind="primary" onClick={open}>
          Try again
        </Button>
      </div>
    </main>
  );
}

function Frame({ isDemo }: { isDemo: boolean }) {
  const { screen: name, path } = useRoute();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const shown = [name, ...path].join('/');
  const first = useRef(shown);
  const screen = screenOf(name);
  useEffect(() => {
    document.title = `${screen.title} – Sightline`;
    setMenuOpen(false);
  }, [screen]);
  // The keyboard goes on in what a link led to, and screen readers say it. At first it stays with the browser.
  useLayoutEffect(() => {
    if (first.current === shown) return;
    first.current = '';
    const content = document.getElementById('content');
    // A screen may have put it somewhere itself; a tab keeps it.
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
  }, [shown]);
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => document.getElementById('content')?.focus()}>
        Skip to the content
      </button>
      <Sidebar isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      <div class="main">
        {isDemo && (
          <aside class="banner" aria-label="Demo">
            Demo: these brands and answers are invented.
          </aside>
        )}
        <header class="topbar">
          <span class="menu-button">
            <Button onClick={() => setMenuOpen(true)} aria-expanded={isMenuOpen} aria-controls="sidebar">
              <Icon name="menu" />
              Menu
            </Button>
          </span>
          {screen.hasFilters && <FilterBar />}
          <div class="end">
            <AccountMenu />
          </div>
        </header>
        <main id="content" class="content" tabIndex={-1}>
          <Lazy load={screen.load} />
        </main>
        <Footer />
      </div>
    </div>
  );
}
