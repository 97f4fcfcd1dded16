import { ScreenHead } from '../../components/card.tsx';

export default function Prompts() {
  return <ScreenHead title="Prompts" />;
}
