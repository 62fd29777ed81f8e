-- Bursts of mail that can wait a little go out as one. Each message keeps its own delivery and its own claim, so that
-- at most once stays true message by message; what may share a mail names the person, and a claim takes all that are due.
alter table notification_deliveries add column shared_by uuid;
create index notification_deliveries_shared on notification_deliveries (shared_by, due_at)
  where status = 'waiting' and shared_by is not null;
-- When the last mail of this sort was begun: the next waits until its time is over.
alter table notification_settings add column shared_mail_at timestamptz;
