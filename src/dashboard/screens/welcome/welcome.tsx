import { ScreenHead } from '../../components/card.tsx';

export default function Setup() {
  return <ScreenHead title="Set up" />;
}
