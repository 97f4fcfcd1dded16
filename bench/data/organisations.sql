-- Organisations, brands, competitors and queries, as the program writes them.
insert into organisations (id, name, plan, created_at)
select id, 'Organisation ' || rank, 'CUSTOM', '2024-12-01Z' from bench.organisations;

insert into brands (org_id, id, name, websites, aliases)
select org_id, id, name, array['https://brand' || brand_n || '-' || rank || '.example'], '{}' from bench.brands;

insert into competitors (org_id, id, brand_id, name)
select org_id, id, brand_id, name from bench.competitors;

insert into queries (org_id, id, brand_id, platform, query_text)
select org_id, id, brand_id, platform, query_text from bench.queries;
