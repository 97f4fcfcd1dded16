-- The brand, and sums over the prompts of all its answers.
with {counted}, {answers}, prompts as (
  select count(*) as n, sum(negative) as negative, sum(scored) as scored from answers group by prompt
)
select b.id, b.name,
       (select count(*) from snapshot.competitors k where k.org_id = $org and k.brand_id = b.id) as competitors,
       (select count(distinct day) from answers) as days,
       (select coalesce(sum(scored), 0) from prompts) as scored,
       {shown}
from brands b cross join (select {sums} from prompts) s
