-- Holder tiers: the wallet that an account has shown to be its own by signing a message, and the balance as last read.
create table token_wallets (
  user_id uuid primary key references auth.users (id) on delete cascade,
  address text not null,
  connected_at timestamptz not null,
  -- Whole tokens; null until the first reading succeeds.
  tokens bigint check (tokens >= 0),
  read_at timestamptz,
  -- Whoever moves this on is the one that asks the network, so that many requests at once ask once.
  next_read_at timestamptz not null,
  constraint token_wallets_one_account unique (address),
  constraint token_wallets_read_whole check ((tokens is null) = (read_at is null))
);

-- Messages that wait for their signature; taking one removes it, so that none is used twice.
create table token_challenges (
  nonce text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  address text not null,
  message text not null,
  expires_at timestamptz not null
);
create index token_challenges_user on token_challenges (user_id);
create index token_challenges_expiry on token_challenges (expires_at);
