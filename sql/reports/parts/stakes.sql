-- The answers of each source or page, with sums over all prompts for the bounds of what is at stake.
prompt_sizes as (
  select prompt, count(*) as n from answers group by prompt
), stakes as (
  select h.ordinal, h.item, h.prompt, s.n, count(*) as total, sum(h.missed) as missed
  from {hits} h join prompt_sizes s on s.prompt = h.prompt group by h.ordinal, h.item, h.prompt, s.n
), counted as (
  select ordinal, item, sum(total) as total, sum(missed) as answers, {stake_sums}
  from stakes group by ordinal, item
)
