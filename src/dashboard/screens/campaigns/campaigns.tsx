import { ScreenHead } from '../../components/card.tsx';

export default function Campaigns() {
  return <ScreenHead title="Campaigns" />;
}
