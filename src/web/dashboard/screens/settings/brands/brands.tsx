import { useRoute } from '../../../state/route.ts';
import { BrandList } from './brand-list.tsx';
import { OneBrand, OneCompetitor } from './one-brand.tsx';

/** The brands, one of them, or one of its competitors. */
export default function Brands() {
  const [, brandId, competitorId] = useRoute().path;
  if (brandId === undefined) return <BrandList />;
  if (competitorId === undefined) return <OneBrand key={brandId} id={brandId} />;
  return <OneCompetitor key={competitorId} brandId={brandId} id={competitorId} />;
}
