-- A player or coach may be erased while a bank looks at a payment. What they are due then goes to the payout account that
-- the order names, which stays until the order is settled.
alter table orders add column payee_account text;
create index orders_by_payee_account on orders (payee_account) where payee_account is not null;
