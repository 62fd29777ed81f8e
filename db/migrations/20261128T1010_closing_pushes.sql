-- Once a question is answered on one device, a quiet push takes its place on the others.
-- Older nodes go on: they leave the column at its default, and show such a push as they show any other.
alter table notification_outbox add column closes boolean not null default false;
