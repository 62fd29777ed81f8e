-- What each paid month of a plan was: pages and receipts name the plan, its days, the amount and the card.
-- Months that were paid before have no row; their amounts are in the ledger as ever.
create table plan_invoices (
  -- The provider's id.
  invoice_id text primary key,
  order_id uuid not null references orders (id),
  plan text not null check (plan in ('pro', 'premium')),
  amount_cents integer not null check (amount_cents > 0),
  period_start timestamptz not null,
  period_end timestamptz not null,
  -- As people know it, such as "Visa ending in 4242".
  card text,
  paid_at timestamptz not null
);
create index plan_invoices_order on plan_invoices (order_id, paid_at);
