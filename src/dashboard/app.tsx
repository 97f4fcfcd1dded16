import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from './api/client.ts';
import { hasEnded, me, resume } from './api/session.ts';
import { Button } from './components/button.tsx';
import { Toasts } from './components/toast.tsx';
import { AccountMenu } from './frame/account-menu.tsx';
import { FilterBar } from './frame/filter-bar.tsx';
import { Footer } from './frame/footer.tsx';
import { Sidebar } from './frame/sidebar.tsx';
import { LogIn, LogInAgain } from './screens/log-in/log-in.tsx';
import { type Screen, screenOf } from './screens/screens.ts';
import { useRoute } from './state/route.ts';
import { useStore } from './state/store.ts';

export function App() {
  const who = useStore(me);
  const isOver = useStore(hasEnded);
  if (who === undefined) return <Opening />;
  return (
    <>
      {who === null ? (
        <LogIn />
      ) : (
        // Nothing that was shown of another organisation stays.
        <Frame key={`${who.user.id} ${who.organisation.id}`} isDemo={who.organisation.isDemo} />
      )}
      {isOver && <LogInAgain />}
      <Toasts />
    </>
  );
}

/** Asks who is logged in. */
function Opening() {
  const [error, setError] = useState<unknown>();
  const ask = () => {
    setError(undefined);
    resume().catch(setError);
  };
  useEffect(ask, []);
  if (error === undefined) return <div class="gate" aria-busy="true" />;
  return (
    <main class="gate">
      <div class="card">
        <h1>Sightline</h1>
        <p class="note" data-kind="bad" role="alert">
          {messageOf(error)}
        </p>
        <Button kind="primary" onClick={ask}>
          Try again
        </Button>
      </div>
    </main>
  );
}

function Frame({ isDemo }: { isDemo: boolean }) {
  const { screen: name } = useRoute();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const screen = screenOf(name);
  useEffect(() => {
    document.title = `${screen.title} – Sightline`;
    setMenuOpen(false);
  }, [screen]);
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
              Menu
            </Button>
          </span>
          {screen.hasFilters && <FilterBar />}
          <div class="end">
            <AccountMenu />
          </div>
        </header>
        <main id="content" class="content" tabIndex={-1}>
          <Lazy screen={screen} />
        </main>
        <Footer />
      </div>
    </div>
  );
}

/** A screen whose script is loaded when it is first shown. */
function Lazy({ screen }: { screen: Screen }) {
  const [shown, setShown] = useState<{ of: Screen; Component: ComponentType } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    setFailed(false);
    screen.load().then(
      ({ default: Component }) => isCurrent && setShown({ of: screen, Component }),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [screen]);
  if (hasFailed)
    return (
      <div class="note row spread" data-kind="bad" role="alert">
        <span>A part of the page could not be loaded. Perhaps the server was updated meanwhile.</span>
        <Button onClick={() => location.reload()}>Load the page again</Button>
      </div>
    );
  if (shown?.of !== screen)
    return <div class="skeleton" style={{ height: '240px' }} role="status" aria-label="Loading" />;
  const { Component } = shown;
  return <Component />;
}
