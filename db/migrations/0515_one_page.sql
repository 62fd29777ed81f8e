-- A hire, a session or a squad may be bought again and again, but the same one has one open payment page: a second press
-- meets the page of the first. choice: what was asked for, of whom and when; null for orders that are older than this.
alter table orders add column choice text;
create unique index orders_one_page on orders (buyer_id, kind, choice) where state = 'awaiting_payment' and choice is not null;
