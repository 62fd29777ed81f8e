-- The public page of a squad can be reported as well; what it said is kept in the subject.
alter table content_flags drop constraint content_flags_kind_check;
alter table content_flags add constraint content_flags_kind_check check (
  kind in ('report', 'blocked_word', 'player', 'message', 'squad')
);
alter table content_flags add column squad_id uuid references squads (id) on delete set null;
create index content_flags_squad on content_flags (squad_id) where squad_id is not null;
create unique index content_flags_one_open_squad on content_flags (reporter_id, squad_id) where status = 'open';
