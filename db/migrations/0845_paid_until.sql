-- Until when a plan is paid: its period begins before it is paid, and what was not paid is not kept for who comes back.
alter table subscriptions add column paid_until timestamptz;
update subscriptions set paid_until = current_period_end where status in ('active', 'trialing');
