-- The money-back guarantee applies once per person and plan.
create table guarantees_used (
  user_id uuid not null references auth.users (id) on delete cascade,
  plan text not null check (plan in ('founders', 'pro', 'premium')),
  order_id uuid not null references orders (id),
  used_at timestamptz not null,
  primary key (user_id, plan)
);
insert into guarantees_used (user_id, plan, order_id, used_at)
select distinct on (o.buyer_id, coalesce(s.plan, 'founders')) o.buyer_id, coalesce(s.plan, 'founders'), o.id, j.created_at
  from ledger_journals j
  join orders o on o.id = j.order_id
  left join subscriptions s on s.order_id = o.id
 where j.memo = 'Money-back guarantee' and o.buyer_id is not null and (o.kind = 'founders' or s.plan is not null)
 order by o.buyer_id, coalesce(s.plan, 'founders'), j.created_at
on conflict do nothing;
