-- Refunds, reversals and transfers that staff made in the payment provider's dashboard instead of here. Each one is
-- booked once, and its order stays frozen until an admin decides how it goes on.
-- Older nodes go on: they don't hear of these movements, and the catch-up of a new node does.
create table provider_movements (
  -- The provider's id of the refund, the reversal or the transfer.
  processor_id text primary key,
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('refund', 'reversal', 'transfer')),
  amount_cents integer not null check (amount_cents > 0),
  -- How much of it came out of what was held; the rest was ours.
  from_held_cents integer not null default 0,
  -- The payment that was refunded.
  payment_intent_id text,
  -- The payout that was reversed.
  action_id uuid references money_actions (id),
  -- open: an admin decides. continued: the order went on. ended: the order ended. failed: the refund never arrived.
  state text not null default 'open' check (state in ('open', 'continued', 'ended', 'failed')),
  seen_at timestamptz not null,
  decided_at timestamptz
);
create index provider_movements_order on provider_movements (order_id);
create index provider_movements_intent on provider_movements (payment_intent_id);

-- When its buyer took a paid order back; how often is limited, because each time costs us the provider's fee.
alter table orders add column withdrawn_at timestamptz;

-- A refund that the card couldn't take and that staff paid another way, by bank transfer say.
alter table money_actions
  drop constraint if exists money_actions_state_check,
  add constraint money_actions_state_check check (state in ('pending', 'done', 'stuck', 'undone', 'otherwise')) not valid;
