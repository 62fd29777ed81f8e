-- What the processor calls the payments of an order: nothing of its is carried from an order to a plan's later charges,
-- so each is written down when it is heard of, and a charge, a dispute or a refund leads back to its order by its id.
create table processor_payments (
  payment_intent_id text primary key,
  order_id uuid not null references orders (id),
  charge_id text unique,
  -- Of a plan: the invoice that was paid, and the plan itself.
  invoice_id text,
  subscription_id text,
  created_at timestamptz not null
);
create index processor_payments_order on processor_payments (order_id);
insert into processor_payments (payment_intent_id, order_id, charge_id, created_at)
select payment_intent_id, id, charge_id, coalesce(paid_at, created_at) from orders where payment_intent_id is not null
on conflict do nothing;

-- The account that a transfer went to, kept when its owner leaves.
alter table money_actions add column account_id text;
update money_actions a set account_id = coalesce(a.subject, s.account_id)
  from money_actions b left join seller_accounts s on s.user_id = b.payee_id
 where a.id = b.id and a.kind = 'transfer' and a.state in ('done', 'undone');

-- The country in which a seller is paid, and when the processor is asked again how far the verification is.
alter table seller_accounts add column country text not null default 'US' check (country ~ '^[A-Z]{2}$');
alter table seller_accounts add column look_at timestamptz;
update seller_accounts set look_at = now() where details_submitted and not payouts_enabled;
create index seller_accounts_look on seller_accounts (look_at) where look_at is not null;
