-- What the nightly look at the processor found there, mended by itself or left for an admin.
alter table reconcile_reports add column findings jsonb not null default '[]';
