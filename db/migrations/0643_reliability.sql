-- Whether somebody came to what they had agreed to, one line a cause; written by the feature that heard it, in the
-- transaction in which it heard it.
create table reliability_evidence (
  user_id uuid not null references auth.users (id) on delete cascade,
  cause text not null,
  happened_at timestamptz not null,
  missed boolean not null,
  primary key (user_id, cause)
);

-- Who is below the limit, and when that ends by itself.
create table unreliable_players (
  user_id uuid primary key references auth.users (id) on delete cascade,
  score smallint not null check (score between 0 and 100),
  since timestamptz not null,
  returns_at timestamptz not null
);
create index unreliable_players_returning on unreliable_players (returns_at);

-- What members have said so far, by the rule of the program: more than half of the others who said anything name
-- somebody as missing, in a squad at least two. What a moderator set aside does not count.
insert into reliability_evidence (user_id, cause, happened_at, missed)
select x.user_id, 'match:' || m.id, coalesce((m.sessions -> 0 ->> 'end')::timestamptz, m.closed_at + interval '7 days'),
       x.absent >= (case when cardinality(m.member_ids) > 2 then 2 else 1 end) and x.absent * 2 > x.reports
  from (select p.user_id, p.match_id, count(*) as reports, count(*) filter (where p.user_id = any (f.absent_ids)) as absent
          from match_members p join match_feedback f on f.match_id = p.match_id and f.user_id <> p.user_id
         group by p.user_id, p.match_id) x
  join matches m on m.id = x.match_id
  join auth.users u on u.id = x.user_id
 where m.status = 'mutual' and m.closed_at is not null
   and not exists (select 1 from match_absence_appeals a
                    where a.match_id = x.match_id and a.user_id = x.user_id and a.status = 'granted');
