-- What buyers say of a hire or a coaching that is finished: one review a booking. The words are the buyer's and go with
-- their account; a review without the person it is about is about nobody. When a request was put and answered is kept
-- from now on, so that how fast somebody answers can be said.
create table booking_reviews (
  booking_id uuid primary key references bookings (id) on delete cascade,
  author_id uuid not null references auth.users (id) on delete cascade,
  seller_id uuid not null references auth.users (id) on delete cascade,
  -- Under whose face a coach was booked; null for hires.
  coach_id text,
  stars smallint not null check (stars between 1 and 5),
  words text not null default '' check (char_length(words) <= 600),
  -- By a moderator; it counts for nothing from then on.
  removed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index booking_reviews_seller on booking_reviews (seller_id, created_at desc);
create index booking_reviews_coach on booking_reviews (coach_id, created_at desc) where coach_id is not null;
create index booking_reviews_author on booking_reviews (author_id);
select live_follow('booking_reviews', 'booking', 'booking_id');

alter table bookings add column asked_at timestamptz;
alter table bookings add column answered_at timestamptz;

alter table content_flags drop constraint content_flags_kind_check;
alter table content_flags add constraint content_flags_kind_check check (
  kind in ('report', 'blocked_word', 'player', 'message', 'squad', 'review')
);
alter table content_flags add column review_id uuid references booking_reviews (booking_id) on delete set null;
create index content_flags_review on content_flags (review_id) where review_id is not null;
create unique index content_flags_one_open_review on content_flags (reporter_id, review_id) where status = 'open';
