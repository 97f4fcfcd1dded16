-- The most asked prompts, and their answers.
sized as (
  select prompt, row_number() over (order by count(*) desc, prompt collate "C") as ordinal
  from answers group by prompt having count(*) >= {least_prompts}
), chosen as materialized (
  select prompt as item, ordinal from sized where ordinal <= {most_prompts}
), asked as materialized (
  select c.ordinal, a.* from chosen c join answers a on a.prompt = c.item
)
