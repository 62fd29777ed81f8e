-- Admins look players up by the beginning of a name, by login or by address; the address has its index already.
create index protocol_profiles_name on protocol_profiles (lower(display_name) text_pattern_ops);
create index protocol_profiles_twitch_login on protocol_profiles (twitch_login) where twitch_login is not null;
