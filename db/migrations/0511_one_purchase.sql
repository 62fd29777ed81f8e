-- One open and one running purchase of a kind per person, held here: whatever the code above does, nobody can have two
-- open pages for the same kind of plan, two running plans, or two founders seats. Rows that were double before this are
-- brought into shape first: the oldest running plan stays, the others are marked, and the next reconciliation ends them
-- at the processor and gives their price back.
with doubles as (
  select id from (
    select id, row_number() over (partition by buyer_id, kind order by created_at desc, id desc) as nth
      from orders where state = 'awaiting_payment' and kind in ('founders', 'subscription') and buyer_id is not null
  ) ranked where nth > 1
), closed as (
  update orders set state = 'expired', waits_for = null, deadline_at = null, session_url = null
   where id in (select id from doubles) returning id
)
update founders_seats set order_id = null where order_id in (select id from closed);

create unique index orders_one_open on orders (buyer_id, kind)
  where state = 'awaiting_payment' and kind in ('founders', 'subscription');

-- ending_at: since when it is to end at the processor. surplus: it should never have run, all that was paid goes back.
alter table subscriptions add column ending_at timestamptz, add column surplus boolean not null default false;
update subscriptions set surplus = true, ending_at = now() where subscription_id in (
  select subscription_id from (
    select subscription_id, row_number() over (partition by user_id order by created_at, subscription_id) as nth
      from subscriptions where status in ('active', 'trialing', 'past_due') and user_id is not null
  ) ranked where nth > 1
);
create unique index subscriptions_one_running on subscriptions (user_id)
  where status in ('active', 'trialing', 'past_due') and ending_at is null;

alter table founders_seats add column user_id uuid references auth.users (id) on delete set null;
update founders_seats s set order_id = null where seat in (
  select seat from (
    select seat, row_number() over (partition by o.buyer_id order by (o.state = 'paid') desc, o.created_at, seat) as nth
      from founders_seats f join orders o on o.id = f.order_id where o.buyer_id is not null
  ) ranked where nth > 1
);
update founders_seats s set user_id = o.buyer_id from orders o where o.id = s.order_id;
create unique index founders_seats_one_each on founders_seats (user_id);
