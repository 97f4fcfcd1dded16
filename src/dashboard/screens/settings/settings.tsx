import { ScreenHead } from '../../components/card.tsx';

export default function Settings() {
  return <ScreenHead title="Settings" />;
}
