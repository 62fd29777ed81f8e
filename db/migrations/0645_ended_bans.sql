-- When it was announced that a ban had run out by itself; one that was lifted is announced as it is lifted. What ran out
-- before is long known: nobody is told of it now.
alter table ban_list add column ended_announced_at timestamptz;
update ban_list set ended_announced_at = expires_at where lifted_at is null and expires_at <= now();
create index ban_list_running_out on ban_list (expires_at) where lifted_at is null and ended_announced_at is null;
