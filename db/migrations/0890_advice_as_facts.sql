-- Why somebody has no match is kept as facts (the constraint that bound, its numbers, the change that helps), and its
-- sentences are written for whoever reads them. What was kept as sentences before is worked out anew when it is asked
-- for next.
update matcher_left_over set advice = null where advice is not null;
