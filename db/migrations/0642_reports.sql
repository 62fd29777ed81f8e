-- Reports are about listings, players, and what players write to each other.
alter table content_flags drop constraint content_flags_kind_check;
alter table content_flags add constraint content_flags_kind_check check (
  kind in ('report', 'blocked_word', 'player', 'message')
);
-- The application whose words were reported; what was written is kept in the subject.
alter table content_flags add column application_id uuid references lfg_applications (id) on delete set null;
create unique index content_flags_one_open_player on content_flags (reporter_id, owner_id)
  where status = 'open' and kind = 'player';
create unique index content_flags_one_open_message on content_flags (reporter_id, application_id) where status = 'open';
