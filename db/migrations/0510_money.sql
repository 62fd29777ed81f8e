-- Money: orders, one double-entry ledger, and an outbox of actions towards the payment processor. What must never
-- happen (an unbalanced journal, a hold below zero, an order that waits for nobody, a seat sold twice) is refused here,
-- by the database, whatever the code above it does. Rows stay when a person leaves; only the tie to them is cut.
create table orders (
  id uuid primary key default gen_random_uuid(),
  buyer_id uuid references auth.users (id) on delete set null,
  kind text not null check (kind in ('founders', 'hire', 'coaching', 'assembly', 'subscription')),
  price_id text not null,
  currency text not null default 'usd' check (currency = 'usd'),
  -- Price in cents, and how much of it a hire credit covers; the rest is charged.
  amount_cents integer not null check (amount_cents > 0),
  credit_cents integer not null default 0 check (credit_cents between 0 and amount_cents),
  state text not null default 'awaiting_payment' check (state in ('awaiting_payment', 'paid', 'expired', 'failed')),
  -- Whose move it is, and until when; both are there for as long as the order is open.
  waits_for text check (waits_for in ('buyer', 'seller', 'concierge', 'admin', 'service')),
  deadline_at timestamptz,
  session_id text unique,
  session_url text,
  payment_intent_id text unique,
  charge_id text,
  -- A card dispute at the processor: nothing leaves the hold while it is open.
  frozen_at timestamptz,
  -- Where the order stood then; it goes on from there when the dispute is won.
  frozen_waits_for text,
  frozen_deadline_at timestamptz,
  paid_at timestamptz,
  -- Nothing is held any more and every action has reached the processor.
  settled_at timestamptz,
  created_at timestamptz not null,
  constraint orders_open_has_owner check (
    state in ('expired', 'failed') or settled_at is not null or (waits_for is not null and deadline_at is not null)
  )
);
create index orders_buyer on orders (buyer_id, created_at desc, id desc);
create index orders_due on orders (deadline_at) where settled_at is null and state in ('awaiting_payment', 'paid');
create index orders_newest on orders (created_at desc, id desc);

-- What happened, in words, for the people of the order.
create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  line text not null,
  created_at timestamptz not null
);
create index order_events_order on order_events (order_id, id);

create table ledger_journals (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  -- Names the cause; a second journal for it is refused.
  cause text not null unique,
  memo text not null,
  created_at timestamptz not null
);
create index ledger_journals_order on ledger_journals (order_id, id);

create table ledger_entries (
  journal_id bigint not null references ledger_journals (id),
  -- buyer: what came in (negative). held: not anybody's yet. seller, refund: what left. platform, processor_fee: ours.
  account text not null check (account in ('buyer', 'held', 'seller', 'platform', 'refund', 'processor_fee')),
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (journal_id, account)
);

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name;
end $$;
create trigger ledger_journals_append_only before update or delete on ledger_journals
  for each row execute function ledger_is_append_only();
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function ledger_is_append_only();

-- At commit: the journal sums to zero, and what is held, sent to sellers or refunded for the order is not below zero.
-- The order row is locked first, so that two transactions cannot both spend the same hold.
create function ledger_journal_holds() returns trigger language plpgsql as $$
declare
  total bigint;
  low bigint;
begin
  select sum(amount_cents) into total from ledger_entries where journal_id = new.id;
  if total is null or total <> 0 then
    raise exception 'journal % (%) does not balance: %', new.id, new.cause, total using constraint = 'ledger_balanced';
  end if;
  perform 1 from orders where id = new.order_id for update;
  select min(balance) into low from (
    select sum(e.amount_cents) as balance
      from ledger_journals j join ledger_entries e on e.journal_id = j.id
     where j.order_id = new.order_id and e.account in ('held', 'seller', 'refund')
     group by e.account
  ) balances;
  if low < 0 then
    raise exception 'order % would be overdrawn by % cents', new.order_id, -low using constraint = 'ledger_not_overdrawn';
  end if;
  return null;
end $$;
create constraint trigger ledger_journal_holds after insert on ledger_journals
  deferrable initially deferred for each row execute function ledger_journal_holds();

-- Entries belong to the transaction that wrote their journal: one added later would break its balance.
create function ledger_entry_belongs() returns trigger language plpgsql as $$
declare
  total bigint;
begin
  select sum(amount_cents) into total from ledger_entries where journal_id = new.journal_id;
  if total <> 0 then
    raise exception 'journal % does not balance: %', new.journal_id, total using constraint = 'ledger_balanced';
  end if;
  return null;
end $$;
create constraint trigger ledger_entry_belongs after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_entry_belongs();

-- What has to happen at the processor. Written in the transaction of its cause, sent afterwards under its own id as
-- idempotency key, so that a crash between any two steps can only delay it.
create table money_actions (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('open_session', 'close_session', 'read_fee', 'refund', 'transfer', 'end_subscription')),
  cause text not null unique,
  amount_cents integer check (amount_cents > 0),
  payee_id uuid references auth.users (id) on delete set null,
  -- Processor object that it is about, when the order does not name it (a subscription, one of its invoices).
  subject text,
  -- stuck: refused for good, an admin looks at it. undone: done, and taken back by the processor later.
  state text not null default 'pending' check (state in ('pending', 'done', 'stuck', 'undone')),
  attempts smallint not null default 0,
  -- Part of the idempotency key: counts definite refusals, after which the processor would only repeat its answer.
  generation smallint not null default 0,
  due_at timestamptz not null,
  claimed_until timestamptz,
  processor_id text,
  problem text,
  created_at timestamptz not null,
  done_at timestamptz
);
create index money_actions_due on money_actions (due_at) where state = 'pending';
create index money_actions_order on money_actions (order_id, created_at);
create index money_actions_payee on money_actions (payee_id) where state = 'pending';

create table stripe_customers (
  user_id uuid primary key references auth.users (id) on delete cascade,
  customer_id text not null unique,
  created_at timestamptz not null
);

-- Sellers: identity and bank are verified at the processor, here is only what it says about them.
create table seller_accounts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  account_id text not null unique,
  details_submitted boolean not null default false,
  payouts_enabled boolean not null default false,
  -- When the state above was asked for; an older answer never overwrites a newer one.
  observed_at timestamptz,
  payout_problem text,
  -- When the processor noticed the last payout, so that news in the wrong order end the same.
  payout_seen_at timestamptz,
  created_at timestamptz not null
);

create table entitlements (
  user_id uuid primary key references auth.users (id) on delete cascade,
  founders_expires_at timestamptz,
  -- How many had paid before, plus one; the first ten get priority matching.
  founder_number integer unique,
  priority_matching boolean not null default false,
  hire_credit_count integer not null default 0 check (hire_credit_count >= 0),
  hire_credit_cap_usd integer not null default 0,
  updated_at timestamptz not null
);

-- A hundred seats that exist as rows cannot become a hundred and one.
create table founders_seats (
  seat smallint primary key check (seat between 1 and 100),
  order_id uuid unique references orders (id)
);
insert into founders_seats (seat) select generate_series(1, 100);
create table founders_sold (one boolean primary key default true check (one), sold integer not null default 0);
insert into founders_sold default values;

create table subscriptions (
  subscription_id text primary key,
  user_id uuid references auth.users (id) on delete set null,
  order_id uuid not null references orders (id),
  plan text not null check (plan in ('pro', 'premium')),
  status text not null,
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  -- The lower plan that starts when the period ends.
  next_plan text,
  first_paid_at timestamptz,
  observed_at timestamptz not null,
  created_at timestamptz not null
);
create index subscriptions_user on subscriptions (user_id, created_at desc);
create index subscriptions_order on subscriptions (order_id);

-- Disagreements of people about an order; the thread stays readable for both and the admins.
create table disputes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  opened_by uuid references auth.users (id) on delete set null,
  reason text not null,
  -- people: opened on our pages. card: opened at the bank of the buyer.
  source text not null default 'people' check (source in ('people', 'card')),
  processor_id text unique,
  state text not null default 'open' check (state in ('open', 'decided')),
  seller_cents integer check (seller_cents >= 0),
  refund_cents integer check (refund_cents >= 0),
  decision text,
  decided_by uuid references auth.users (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null
);
create unique index disputes_one_open on disputes (order_id) where state = 'open' and source = 'people';
create index disputes_open on disputes (created_at) where state = 'open';

create table dispute_messages (
  id bigint generated always as identity primary key,
  dispute_id uuid not null references disputes (id),
  author_id uuid references auth.users (id) on delete set null,
  author_role text not null check (author_role in ('buyer', 'seller', 'admin')),
  text text not null check (char_length(text) between 1 and 2000),
  created_at timestamptz not null
);
create index dispute_messages_dispute on dispute_messages (dispute_id, id);

create table reconcile_reports (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  orders_checked integer not null,
  differences jsonb not null
);

-- How far the events of the processor have been read back; the catch-up starts an hour before.
create table stripe_watermark (one boolean primary key default true check (one), seen_until timestamptz not null);
