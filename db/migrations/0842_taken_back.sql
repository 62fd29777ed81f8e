-- What the bank of the payer took back of a payment, so that it does not go back a second time as a refund.
alter table processor_payments add column taken_back_cents integer not null default 0;
update processor_payments p
   set taken_back_cents = (a.payload #>> '{data,object,amount}')::integer
  from payments_audit a
 where a.event_type = 'charge.dispute.closed'
   and a.payload #>> '{data,object,status}' = 'lost'
   and p.payment_intent_id = a.payload #>> '{data,object,payment_intent}'
   and exists (select 1 from ledger_journals j where j.cause = 'chargeback:' || (a.payload #>> '{data,object,id}'));
