import { useEffect, useReducer } from 'preact/hooks';
import { isOnline, tryNow, waits } from '../api/connection.ts';
import { Button } from '../components/button.tsx';
import { useStore } from '../state/store.ts';

const WORDS = {
  offline: 'You are off line. What was loaded stays here, and goes on when you are back.',
  unreachable: 'The server cannot be reached. What was loaded stays here.',
  busy: 'The server is busy. What was loaded stays here.',
};

/** Says why nothing new is loaded, and when it is tried again. It lies over the page: nothing jumps. */
export function ConnectionBar() {
  const online = useStore(isOnline);
  const next = useStore(waits).toSorted((one, other) => one.at - other.at)[0];
  const trouble = online ? next?.trouble : 'offline';
  return (
    // The words alone are said by screen readers: a count would be said each second.
    <div class="connection" role="status" data-shown={trouble ? '' : undefined}>
      {trouble && <span>{WORDS[trouble]}</span>}
      {trouble && next && (
        <>
          <Countdown to={next.at} />
          <Button size="small" onClick={tryNow}>
            Try now
          </Button>
        </>
      )}
    </div>
  );
}

function Countdown({ to }: { to: number }) {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(() => tick(undefined), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((to - Date.now()) / 1000);
  return (
    <span class="nowrap" aria-hidden="true">
      {seconds > 0 ? `Trying again in ${seconds} s` : 'Trying again …'}
    </span>
  );
}
