-- A brand and a competitor have several websites, the main one first.
alter table brands add column websites text[] not null default '{}';
alter table competitors add column websites text[] not null default '{}';

alter table brands no force row level security;
alter table competitors no force row level security;
alter table read_names no force row level security;
update brands set websites = array[website] where website is not null;
update competitors set websites = array[website] where website is not null;
-- The names that all answers were read by, in the same form: otherwise each would seem to have changed.
update read_names set names = (
  select coalesce(jsonb_agg(
           brand - 'website' || jsonb_build_object(
             'websites', jsonb_path_query_array(brand, '$.website ? (@ != null)'),
             'competitors', (
               select coalesce(jsonb_agg(
                        competitor - 'website' || jsonb_build_object(
                          'websites', jsonb_path_query_array(competitor, '$.website ? (@ != null)'))
                        order by c), '[]')
               from jsonb_array_elements(brand -> 'competitors') with ordinality as competitors(competitor, c)))
           order by b), '[]')
  from jsonb_array_elements(names) with ordinality as brands(brand, b));
alter table brands force row level security;
alter table competitors force row level security;
alter table read_names force row level security;

alter table brands drop column website;
alter table competitors drop column website;

-- A domain that is a brand's or competitor's site is one of their websites, and its type follows from these, for each
-- brand by its own; this remembers whose it was set to be. Rows of BRAND_SITE and COMPETITOR_SITE that have neither are of
-- before, and hold for the answers of all brands.
alter table domain_types alter column source_type drop not null;
alter table domain_types add column brand_id text collate "C";
alter table domain_types add column competitor_id text collate "C";
alter table domain_types add constraint domain_types_owner
  check (num_nonnulls(source_type, brand_id, competitor_id) = 1);
alter table domain_types add constraint domain_types_brand
  foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade;
alter table domain_types add constraint domain_types_competitor
  foreign key (org_id, competitor_id) references competitors (org_id, id) on delete cascade;
