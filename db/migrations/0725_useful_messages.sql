-- From then on a message helps nobody: a reminder, once the thing has begun.
alter table notification_outbox add column useful_until timestamptz;
