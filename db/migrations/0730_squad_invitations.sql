-- Invitations into squads: by name, and by a secret link of its captain.
create table squad_invitations (
  squad_id uuid not null references squads (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  invited_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null,
  primary key (squad_id, user_id)
);
create index squad_invitations_user on squad_invitations (user_id);
create index squad_invitations_by on squad_invitations (invited_by);

-- Null until the captain makes one, and again when another leads.
alter table squads add column link_token text unique;

select live_follow('squad_invitations', 'squad', 'squad_id', 'person', 'user_id');
