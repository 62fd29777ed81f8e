-- Accounts in the shape of the hosted service that the product came from, so that its export (users with their
-- password hashes, identities) can be taken over as it is. Only the columns that the product uses are here.
create schema if not exists auth;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text,
  encrypted_password text,
  email_confirmed_at timestamptz,
  phone text,
  phone_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change text,
  email_change_sent_at timestamptz,
  email_change_confirm_status smallint not null default 0,
  phone_change text,
  phone_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  is_anonymous boolean not null default false,
  is_sso_user boolean not null default false,
  banned_until timestamptz,
  deleted_at timestamptz,
  -- The owner asked for deletion: done at this instant unless taken back.
  delete_after timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email_key on auth.users (lower(email)) where not is_sso_user;
create unique index users_phone_key on auth.users (phone);

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null default '{}',
  email text,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_user_id on auth.identities (user_id);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  factor_id uuid,
  aal text not null default 'aal1',
  amr jsonb not null default '[]',
  not_after timestamptz,
  refreshed_at timestamptz,
  user_agent text,
  ip text,
  place text,
  -- Refresh tokens are (session, counter, keyed hash): rotating one is a single compare-and-set of the counter.
  refresh_token_key text not null,
  refresh_token_counter bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user_id on auth.sessions (user_id);

create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  -- Hash of the code that the browser exchanges; the code itself is not kept.
  auth_code_hash text unique,
  state_hash text unique,
  code_challenge text,
  code_challenge_method text,
  provider text not null,
  authentication_method text not null,
  redirect_to text,
  -- Verifier of our own exchange with the provider, and the provider's tokens until the browser has fetched them.
  provider_code_verifier text,
  provider_access_token text,
  provider_refresh_token text,
  linking_user_id uuid,
  used_at timestamptz,
  created_at timestamptz not null default now()
);

-- One open code a person and purpose. The code (six digits, typed) and the link (long, clicked) are two ways to spend it.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type text not null,
  code_hash text,
  link_hash text unique,
  relates_to text not null default '',
  code_challenge text,
  code_challenge_method text,
  attempts smallint not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (user_id, token_type)
);

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null,
  status text not null default 'unverified',
  secret text,
  phone text,
  web_authn_credential jsonb,
  last_used_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index mfa_factors_user_id on auth.mfa_factors (user_id);
create unique index mfa_factors_name on auth.mfa_factors (user_id, friendly_name) where trim(friendly_name) <> '';

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  otp_hash text,
  web_authn_session_data jsonb,
  attempts smallint not null default 0,
  verified_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index mfa_challenges_factor_id on auth.mfa_challenges (factor_id);

create table auth.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

create table auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  aaguid text,
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default '',
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index webauthn_credentials_user_id on auth.webauthn_credentials (user_id);

create table auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  kind text not null,
  session_data jsonb not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

-- Signing keys are made on first start and kept; nodes share them through this table.
create table auth.signing_keys (
  kid text primary key,
  algorithm text not null,
  public_jwk jsonb not null,
  private_jwk jsonb not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

create table auth.security_events (
  id bigint generated always as identity primary key,
  user_id uuid,
  action text not null,
  resource_type text not null,
  success boolean not null,
  metadata jsonb not null default '{}',
  request_id text,
  created_at timestamptz not null default now()
);
create index security_events_user_id on auth.security_events (user_id, created_at desc);

-- Counters of attempts and messages, per account and per address; shared by all nodes.
create table auth.rate_limits (
  key text primary key,
  points integer not null,
  resets_at timestamptz not null
);
create index rate_limits_resets_at on auth.rate_limits (resets_at);
