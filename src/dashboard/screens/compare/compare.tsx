import { ScreenHead } from '../../components/card.tsx';

export default function Compare() {
  return <ScreenHead title="Compare" />;
}
