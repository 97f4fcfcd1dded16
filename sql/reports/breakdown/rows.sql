-- A page of a report's rows. Columns that are not of the answer are what bounds and changes are made from.
with {counted}, {page}{described}
select counts.total, p.ordinal, {columns}
from (select count(*) as total from kept) counts
left join page p on true {joined}
order by p.ordinal
