import { ScreenHead } from '../../components/card.tsx';

export default function Schema() {
  return <ScreenHead title="Schema" />;
}
