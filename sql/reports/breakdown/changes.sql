-- What the changes of all rows are made from, those of other pages too.
with {counted}, {page}
select {columns} from page p order by p.ordinal
