import { ScreenHead } from '../../components/card.tsx';

export default function Content() {
  return <ScreenHead title="Content" />;
}
