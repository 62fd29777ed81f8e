-- Other programs (a partner's site, a league's bot) may let people sign in with their account here. The operator
-- registers a program; each person decides about it on a page of ours, and can take it back. What a program gets is a
-- session of its own kind: it can read who the person is, as far as they agreed, and nothing else.
create table auth.oauth_clients (
  id uuid primary key default gen_random_uuid(),
  -- Hash of the secret; the secret itself is shown once. Public programs (apps, pages) cannot keep one.
  secret_hash text,
  client_type text not null check (client_type in ('public', 'confidential')),
  token_endpoint_auth_method text not null
    check (token_endpoint_auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
  client_name text not null,
  client_uri text,
  logo_uri text,
  redirect_uris jsonb not null,
  grant_types jsonb not null,
  scope text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((client_type = 'public') = (token_endpoint_auth_method = 'none')),
  check ((client_type = 'public') = (secret_hash is null))
);

create table auth.oauth_consents (
  user_id uuid not null references auth.users (id) on delete cascade,
  client_id uuid not null references auth.oauth_clients (id) on delete cascade,
  scope text not null,
  granted_at timestamptz not null,
  primary key (user_id, client_id)
);
create index oauth_consents_client_id on auth.oauth_consents (client_id);

-- Programs' sessions stand beside those of people, so that a ban, a deletion or a new password ends them alike.
alter table auth.sessions
  add column oauth_client_id uuid references auth.oauth_clients (id) on delete cascade,
  add column oauth_scope text;
create index sessions_oauth_client_id on auth.sessions (oauth_client_id) where oauth_client_id is not null;

-- One request of a program, from the person's arrival until its code was exchanged. The row outlives the exchange for a
-- while: a code that comes back a second time was stolen, and the session it opened has to go.
create table auth.oauth_authorizations (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references auth.oauth_clients (id) on delete cascade,
  user_id uuid references auth.users (id) on delete cascade,
  redirect_uri text not null,
  scope text not null,
  state text,
  nonce text,
  code_challenge text not null,
  code_hash text unique,
  session_id uuid references auth.sessions (id) on delete set null,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index oauth_authorizations_client_id on auth.oauth_authorizations (client_id);
create index oauth_authorizations_user_id on auth.oauth_authorizations (user_id);
create index oauth_authorizations_expires_at on auth.oauth_authorizations (expires_at);
