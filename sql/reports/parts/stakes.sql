-- The answers of each source or page, with sums over all prompts for the bounds of what is at stake.
prompt_sizes as (
  select prompt, count(*) as n from answers group by prompt
), stakes as (
  select h.place, h.item, h.prompt, s.n, count(*) as total, sum(h.missed) as missed
  from {hits} h join prompt_sizes s on s.prompt = h.prompt group by h.place, h.item, h.prompt, s.n
), counted as (
  select place, item, sum(total) as total, sum(missed) as answers, {stake_sums}
  from stakes group by place, item
)
