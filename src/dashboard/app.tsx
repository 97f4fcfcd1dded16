import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { me, resume } from './api/session.ts';
import { useAction } from './api/use-data.ts';
import { Button } from './components/button.tsx';
import { FormError } from './components/form.tsx';
import { Lazy } from './components/lazy.tsx';
import { Toasts } from './components/toast.tsx';
import { AccountMenu } from './frame/account-menu.tsx';
import { FilterBar } from './frame/filter-bar.tsx';
import { Footer } from './frame/footer.tsx';
import { Sidebar } from './frame/sidebar.tsx';
import { LogIn } from './screens/log-in/log-in.tsx';
import { SCREENS } from './screens/screens.ts';
import { useRoute } from './state/route.ts';
import { useStore } from './state/store.ts';

export function App() {
  const who = useStore(me);
  const start = useAction(resume);
  useLayoutEffect(() => void start.run(), []);
  if (who === undefined)
    return (
      <div class="gate" aria-busy={start.error === undefined}>
        {start.error !== undefined && (
          <div class="card">
            <FormError error={start.error} />
            <Button onClick={() => void start.run()}>Try again</Button>
          </div>
        )}
      </div>
    );
  return (
    <>
      {who === null ? <LogIn /> : <Frame key={who.organisation.id} isDemo={who.organisation.isDemo} />}
      <Toasts />
    </>
  );
}

function Frame({ isDemo }: { isDemo: boolean }) {
  const { screen: name } = useRoute();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const screen = SCREENS[name] ?? SCREENS['overview']!;
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
          <Lazy load={screen.load} />
        </main>
        <Footer />
      </div>
    </div>
  );
}
