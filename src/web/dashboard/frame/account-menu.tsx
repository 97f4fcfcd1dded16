import { useState } from 'preact/hooks';
import { useAction } from '../api/loading.ts';
import { enter, logOut, me } from '../api/session.ts';
import { Button } from '../components/button.tsx';
import { FormError, SelectField } from '../components/form/form.tsx';
import { href } from '../state/route.ts';
import { useStore } from '../state/store.ts';
import { titled } from '../state/text.ts';
import { chooseTheme, chosenTheme, type Theme } from '../state/theme.ts';
import { Popover } from './popover.tsx';

const THEME_NAMES: [Theme, string][] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** Who is logged in, to which organisation, and the way out. */
export function AccountMenu() {
  const who = useStore(me);
  const [theme, setTheme] = useState(chosenTheme());
  const change = useAction((organisationId: string) => enter('switchOrganisation', { organisationId }));
  const leaving = useAction(logOut);
  if (!who) return null;
  return (
    <Popover icon="account" label={<Name name={who.organisation.name} />} isAtEnd>
      <div>
        <strong>{who.user.email}</strong>
        <div class="small muted">
          {titled(who.role)} of <span dir="auto">{who.organisation.name}</span>
        </div>
      </div>
      {who.organisations.length > 1 && (
        <SelectField
          label="Organisation"
          value={who.organisation.id}
          options={who.organisations.map(({ id, name }) => [id, name] as const)}
          onChange={(id) => void change.run(id)}
        />
      )}
      {who.organisations.length > 1 && (
        <a href={href('organisations')} onClick={closeMenu}>
          All of them, with their numbers
        </a>
      )}
      <FormError error={change.error ?? leaving.error} />
      <SelectField
        label="Appearance"
        value={theme}
        options={THEME_NAMES}
        onChange={(chosen) => {
          setTheme(chosen);
          chooseTheme(chosen);
        }}
      />
      <Button onClick={() => void leaving.run()}>Log out</Button>
      <Button onClick={() => void leaving.run({ everywhere: true })}>Log out on all devices</Button>
    </Popover>
  );
}

function Name({ name }: { name: string }) {
  return (
    <span class="cut account-name" dir="auto" title={name}>
      {name}
    </span>
  );
}

/** The page that a link of the menu leads to is not covered by it. */
function closeMenu({ currentTarget }: { currentTarget: HTMLElement }): void {
  currentTarget.closest('details')?.removeAttribute('open');
}
