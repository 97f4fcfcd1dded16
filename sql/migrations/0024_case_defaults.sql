-- Names of four to six letters, all in capitals, counted in exactly this case by default. Texts write Asus for ASUS, so
-- they count in any case now; those for which a person asked for it cannot be told from the others.

create function without_old_case_default(names text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg(name order by at), '{}') from unnest(names) with ordinality as n(name, at)
  where not (name ~ '^[[:upper:]][[:upper:]&+.-]*$' and char_length(name) <= 6
             and char_length(regexp_replace(name, '[&+.-]', '', 'g')) > 3)
$$;

alter table brands no force row level security;
alter table competitors no force row level security;

-- Their answers are read again.
update organisations o set lexicon_version = lexicon_version + 1
where exists (select from brands where org_id = o.id and case_sensitive <> without_old_case_default(case_sensitive))
   or exists (select from competitors where org_id = o.id and case_sensitive <> without_old_case_default(case_sensitive));
update brands set case_sensitive = without_old_case_default(case_sensitive), updated_at = now()
where case_sensitive <> without_old_case_default(case_sensitive);
update competitors set case_sensitive = without_old_case_default(case_sensitive), updated_at = now()
where case_sensitive <> without_old_case_default(case_sensitive);

alter table brands force row level security;
alter table competitors force row level security;
drop function without_old_case_default(text[]);
