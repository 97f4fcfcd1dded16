-- A brand and a competitor have several websites, the main one first.
alter table brands add column websites text[] not null default '{}';
update brands set websites = array[website] where website is not null;
alter table brands drop column website;
alter table competitors add column websites text[] not null default '{}';
update competitors set websites = array[website] where website is not null;
alter table competitors drop column website;

-- The names that all answers were read by, in the same form: otherwise each would seem to have changed.
create function pg_temp.with_websites(subject jsonb) returns jsonb language sql as $$
  select subject - 'website' || jsonb_build_object('websites', jsonb_path_query_array(subject, '$.website ? (@ != null)'))
$$;
update read_names set names = (
  select coalesce(jsonb_agg(pg_temp.with_websites(brand) || jsonb_build_object('competitors', (
           select coalesce(jsonb_agg(pg_temp.with_websites(competitor) order by c), '[]')
           from jsonb_array_elements(brand -> 'competitors') with ordinality as competitors(competitor, c)))
         order by b), '[]')
  from jsonb_array_elements(names) with ordinality as brands(brand, b));

-- A domain that is a brand's or competitor's site is one of their websites: this remembers that it was set so, and which
-- brands and competitors got it by that. Its type then follows from the websites, for each brand by its own. Rows of
-- BRAND_SITE and COMPETITOR_SITE without a subject are of before, and hold for the answers of all brands.
alter table domain_types
  alter column source_type drop not null,
  add column brand_id text collate "C",
  add column competitor_id text collate "C",
  add column given_to text[] not null default '{}',
  add check (num_nonnulls(source_type, brand_id, competitor_id) = 1),
  add foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade,
  add foreign key (org_id, competitor_id) references competitors (org_id, id) on delete cascade;
