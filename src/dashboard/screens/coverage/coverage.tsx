import { ScreenHead } from '../../components/card.tsx';

export default function Coverage() {
  return <ScreenHead title="Coverage" />;
}
