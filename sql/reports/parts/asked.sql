-- The most asked prompts, and their answers.
sized as (
  select prompt, row_number() over (order by count(*) desc, prompt collate "C") as place
  from answers group by prompt having count(*) >= {least_prompts}
), chosen as materialized (
  select prompt as item, place from sized where place <= {most_prompts}
), asked as materialized (
  select c.place, a.* from chosen c join answers a on a.prompt = c.item
)
