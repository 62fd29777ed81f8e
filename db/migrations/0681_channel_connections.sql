-- Accounts elsewhere that people connected to be written to there, for whatever channel needs one; Discord was the first.
create table channel_connections (
  user_id uuid not null references auth.users (id) on delete cascade,
  channel text not null,
  address text not null,
  name text not null,
  connected_at timestamptz not null,
  primary key (user_id, channel),
  unique (channel, address)
);
insert into channel_connections (user_id, channel, address, name, connected_at)
  select user_id, 'discord', discord_id, username, connected_at from discord_connections;
drop table discord_connections;

-- Somebody on the way there and back; the word they come back with must be theirs.
create table connection_states (
  user_id uuid not null references auth.users (id) on delete cascade,
  channel text not null,
  state text not null,
  created_at timestamptz not null,
  primary key (user_id, channel)
);
drop table discord_states;

-- Which channels there are stands in one table of the code; here a second list only had to be written anew for each.
alter table notification_deliveries drop constraint notification_deliveries_channel_check;
alter table notification_preferences drop constraint notification_preferences_channel_check;
