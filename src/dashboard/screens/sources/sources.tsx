import { ScreenHead } from '../../components/card.tsx';

export default function Sources() {
  return <ScreenHead title="Sources" />;
}
