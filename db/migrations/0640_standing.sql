-- Why a proposal ended when it was nobody's answer: what the others are told is read from here.
alter table matches drop constraint matches_ended_by_check;
alter table matches add constraint matches_ended_by_check check (
  ended_by in ('accepted', 'declined', 'deadline', 'withdrawn', 'rebuild', 'banned', 'left', 'parted')
);

-- Closed because its owner is about to leave: it opens again when they stay.
alter table lfg_listings drop constraint lfg_listings_closed_by_check;
alter table lfg_listings add constraint lfg_listings_closed_by_check check (closed_by in ('owner', 'admin', 'leaving'));

-- A seat that somebody gave up because they are about to leave: theirs again when they stay and it is still free.
alter table lfg_applications add column left_at timestamptz;
