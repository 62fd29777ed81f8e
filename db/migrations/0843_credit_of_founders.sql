-- What a payment gave ends with it: whose Founders Premium somebody has, and of which one the credit of an order came.
alter table entitlements add column order_id uuid;
alter table orders add column credit_of uuid;
update entitlements e
   set order_id = (select o.id from orders o
                    where o.buyer_id = e.user_id and o.kind = 'founders' and o.state = 'paid'
                      and o.paid_at <= e.updated_at
                      and not exists (select 1 from ledger_journals j
                                       where j.cause in ('guarantee:' || o.id, 'second:' || o.id, 'late:' || o.id))
                    order by o.paid_at desc limit 1)
 where e.founders_expires_at is not null;
update orders h
   set credit_of = (select o.id from orders o
                     where o.buyer_id = h.buyer_id and o.kind = 'founders' and o.state = 'paid' and o.paid_at <= h.created_at
                       and not exists (select 1 from ledger_journals j
                                        where j.cause in ('guarantee:' || o.id, 'second:' || o.id, 'late:' || o.id))
                     order by o.paid_at desc limit 1)
 where h.credit_cents > 0;
create index orders_credit_of on orders (credit_of) where credit_of is not null;
