-- Nobody is a letter: who has sent no picture is shown as a drawn face. Which one follows from the id, by way of a digest
-- because pictures are also shown where ids are nobody's business, until its owner has chosen how they look.
alter table protocol_profiles add column look text check (look ~ '^[0-9a-f]{8}$');

-- The one place that knows which picture stands for somebody. It is short enough for the planner to see through it.
create function shown_picture(avatar_path text, look text, id uuid) returns text language sql immutable parallel safe
  return coalesce(avatar_path, '/og/face/' || coalesce(look, left(md5(id::text), 8)) || '.svg');

create or replace view protocol_public_profiles as
select
  p.id, p.display_name, p.twitch_id is not null as verified, p.role, p.flex_positions, p.platform, p.crossplay,
  p.competitive_level, p.overall_rating, p.win_percentage, p.height_in, p.weight_lb, p.hand,
  p.archetype_primary, p.archetype_secondary, p.modes, p.playstyle, p.languages, p.region, p.timezone, p.mic, p.bio,
  shown_picture(p.avatar_path, p.look, p.id) as avatar_path, p.experience_years,
  case when 'twitch' = any (p.public_handles) and p.twitch_login is not null
       then 'https://www.twitch.tv/' || p.twitch_login end as twitch_url,
  case when 'discord' = any (p.public_handles) then p.discord end as discord,
  case when 'twitter' = any (p.public_handles) then p.twitter end as twitter,
  case when 'psn' = any (p.public_handles) then p.psn end as psn,
  case when 'xbox' = any (p.public_handles) then p.xbox end as xbox,
  p.created_at, p.updated_at
from protocol_profiles p
where p.published
  and not exists (
    select 1 from ban_list b
    where b.user_id = p.id and b.scope = 'all' and b.lifted_at is null and (b.expires_at is null or b.expires_at > now())
  );
