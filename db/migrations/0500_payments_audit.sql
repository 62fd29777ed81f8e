-- Every event of the payment processor, kept under its own id: inserted once however often it is delivered, and applied
-- in one transaction with `processed_at`. Rows without it are waiting to be applied; a job takes them up again.
create table payments_audit (
  event_id text primary key,
  event_type text not null,
  -- Our own price id when the event carries one.
  price_id text,
  -- The event without what identifies the payer (addresses, card and contact details).
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  -- Why it could not be applied yet.
  problem text
);
create index payments_audit_processed on payments_audit (processed_at desc nulls last, event_id);
create index payments_audit_unprocessed on payments_audit (received_at) where processed_at is null;
