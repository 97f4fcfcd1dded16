import { ScreenHead } from '../../components/card.tsx';

export default function Answer() {
  return <ScreenHead title="Answer" />;
}
