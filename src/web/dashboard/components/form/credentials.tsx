import type { ComponentChildren } from 'preact';
import { TextField } from './form.tsx';

interface Props {
  label?: string;
  value: string;
  onInput: (value: string) => void;
  hint?: ComponentChildren;
  problem?: string | undefined;
}

export const EmailField = ({ label = 'Email', ...rest }: Props) => (
  <TextField label={label} type="email" autocomplete="username" required {...rest} />
);

/** The password of an account. */
export const PasswordField = ({ label = 'Password', ...rest }: Props) => (
  <TextField label={label} type="password" autocomplete="current-password" required {...rest} />
);

/** A password that the browser may think of. */
export const NewPasswordField = ({
  label = 'Password',
  hint = 'At least 10 characters.',
  ...rest
}: Props) => (
  <TextField label={label} hint={hint} type="password" autocomplete="new-password" required {...rest} />
);

/** A code of an authenticator app, or one that stands for it. */
export const CodeField = ({ label = 'Code', ...rest }: Props) => (
  <TextField label={label} autocomplete="one-time-code" maxLength={40} required {...rest} />
);
