-- Totals of alarms are counted in an index, as far as anybody wants to know, so a counter for each person is kept by nobody
-- any more: it was a row to write for each alarm, and one that others waited for. `tally` stays for an older version that still
-- runs beside this one, which must be able to take from a counter what it did not add, and shows totals that are too small
-- meanwhile.
alter table tally drop constraint tally_counts;
