-- Messages are found by age when the old ones are removed; rows come in the order of time, so that a page range says enough.
create index notification_outbox_age on notification_outbox using brin (created_at);
