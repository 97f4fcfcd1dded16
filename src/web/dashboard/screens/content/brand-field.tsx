import { useEffect } from 'preact/hooks';
import type { FormOf } from '../../components/form/form-of.ts';
import { useBrands } from '../../frame/brand/brand.ts';

type OfBrand = 'createBrief' | 'createDraft';

/** The brand that something is made for; the first one until another is chosen. */
export function BrandField<Id extends OfBrand>({ of, name }: { of: FormOf<Id>; name: 'brandId' }) {
  const form = of as unknown as FormOf<'createBrief'>;
  const brands = useBrands().data?.data ?? [];
  const [first] = brands;
  useEffect(() => {
    if (first && !brands.some(({ id }) => id === form.value(name))) form.set(name, first.id);
  }, [first]);
  return <form.Field name={name} label="Brand" options={brands.map((brand) => [brand.id, brand.name])} />;
}
