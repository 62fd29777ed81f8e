-- What people wait for leaves before what can wait, however much of that there is: 100,000 digests took the whole evening,
-- and a code behind them came when it was worth nothing any more. 0 has a deadline, 1 is of a kind that is urgent, 2 is
-- everything else. This takes the place of the mark `urgent` on deliveries, which knew only the first of these; nodes of
-- the version before leave new messages unplanned from here on, and those of this version plan them.
alter table notification_outbox add column lane smallint not null default 2;
alter table notification_deliveries add column lane smallint not null default 2;

-- What waits at this moment.
update notification_outbox o set lane = case when urgent then 0 else 1 end
 where (urgent or kind in ('security', 'queue', 'match_mutual', 'session', 'booking', 'test'))
   and (planned_at is null or exists (select 1 from notification_deliveries d
                                       where d.outbox_id = o.id and d.status in ('waiting', 'sending')));
update notification_deliveries d set lane = o.lane from notification_outbox o
 where o.id = d.outbox_id and d.status in ('waiting', 'sending') and o.lane < 2;

drop index notification_outbox_urgent;
drop index notification_outbox_unplanned;
create index notification_outbox_unplanned on notification_outbox (lane, created_at, id) where planned_at is null;
drop index notification_deliveries_urgent;
alter table notification_deliveries drop column urgent;
drop index notification_deliveries_due;
create index notification_deliveries_due on notification_deliveries (lane, due_at, id) where status = 'waiting';
