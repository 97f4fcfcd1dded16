-- How the days of each row differ, for each measure and stretch of days.
with {counted}, {page}, {days}, {lagged}
select ordinal, stretch, {sums}
from lagged group by ordinal, stretch order by ordinal, stretch
