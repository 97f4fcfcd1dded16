import { ScreenHead } from '../../components/card.tsx';

export default function Alerts() {
  return <ScreenHead title="Alerts" />;
}
