-- Texts that are stored once and read by people with different languages: an order's history, its ledger and the
-- decisions of disputes. The text itself is English, and the new column has its other languages where they differ.
-- Nodes of the previous version write English only, which stays readable, and read English.
alter table order_events add column translations jsonb;
alter table ledger_journals add column translations jsonb;
alter table disputes add column decision_translations jsonb;
