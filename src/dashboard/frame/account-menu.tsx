import { useState } from 'preact/hooks';
import { messageOf } from '../api/client.ts';
import { logOut, me, switchOrganisation } from '../api/session.ts';
import { Button } from '../components/button.tsx';
import { SelectField } from '../components/form.tsx';
import { toast } from '../components/toast.tsx';
import { useStore } from '../state/store.ts';
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
  if (!who) return null;
  return (
    <Popover label={who.organisation.name} isAtEnd>
      <div>
        <strong>{who.user.email}</strong>
        <div class="small muted">
          {who.role.toLowerCase()} of {who.organisation.name}
        </div>
      </div>
      {who.organisations.length > 1 && (
        <SelectField
          label="Organisation"
          value={who.organisation.id}
          options={who.organisations.map(({ id, name }) => [id, name] as const)}
          onChange={(id) => void told(switchOrganisation(id))}
        />
      )}
      <SelectField
        label="Appearance"
        value={theme}
        options={THEME_NAMES}
        onChange={(chosen) => {
          setTheme(chosen);
          chooseTheme(chosen);
        }}
      />
      <Button onClick={() => void told(logOut())}>Log out</Button>
      <Button onClick={() => void told(logOut({ everywhere: true }))}>Log out on all devices</Button>
    </Popover>
  );
}

/** Says why something did not happen: nothing on screen changes then. */
async function told(change: Promise<void>): Promise<void> {
  await change.catch((error: unknown) => toast(messageOf(error)));
}
