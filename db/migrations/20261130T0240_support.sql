-- Requests to support. A request belongs to an account, or to a visitor who left an email address.
create table support_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  visitor_email text,
  -- Opens a visitor's request from the link in our emails.
  visitor_key uuid,
  -- The language of our emails to the visitor.
  language text not null,
  topic text not null check (topic in ('account', 'play', 'money', 'safety', 'bug', 'other')),
  about_kind text check (about_kind in ('order', 'booking', 'squad', 'listing', 'match', 'player')),
  about_id uuid,
  page text,
  error_reference text,
  state text not null default 'open' check (state in ('open', 'waiting', 'answered', 'closed')),
  -- Rises with each message and each change of state, so that nobody answers what they haven't read.
  version integer not null default 1,
  -- The admin who works on it.
  taken_by uuid references auth.users (id) on delete set null,
  -- Since when it has been in this state. For open ones, since the oldest message without an answer.
  state_since timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((user_id is null) = (visitor_email is not null)),
  check ((visitor_email is null) = (visitor_key is null)),
  check ((about_kind is null) = (about_id is null))
);
create index support_requests_state on support_requests (state, state_since, id);
create index support_requests_user on support_requests (user_id, updated_at, id);
create index support_requests_visitor on support_requests (visitor_email) where visitor_email is not null;
create index support_requests_taken_by on support_requests (taken_by);

create table support_messages (
  id uuid primary key default gen_random_uuid(),
  -- The order in which they were written.
  seq bigint generated always as identity,
  request_id uuid not null references support_requests (id) on delete cascade,
  -- Whose request it is, so that the export of an account includes the conversation.
  user_id uuid references auth.users (id) on delete cascade,
  author text not null check (author in ('person', 'team')),
  -- The admin who wrote an answer.
  created_by uuid references auth.users (id) on delete set null,
  body text not null,
  -- Null: nothing is sent.
  email text check (email in ('waiting', 'sent', 'failed')),
  created_at timestamptz not null
);
create index support_messages_request on support_messages (request_id, seq);
create index support_messages_user on support_messages (user_id);
create index support_messages_created_by on support_messages (created_by);

-- What admins tell each other about a request. The person never sees it.
create table support_notes (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references support_requests (id) on delete cascade,
  created_by uuid references auth.users (id) on delete set null,
  body text not null,
  created_at timestamptz not null
);
create index support_notes_request on support_notes (request_id, created_at, id);
create index support_notes_created_by on support_notes (created_by);

-- Both sides see changes at once: the person on their pages, admins in the console. Every message changes its request.
select live_follow('support_requests', 'person', 'user_id');
do $$
declare
  place text;
  change record;
begin
  foreach place in array array['support_requests', 'support_messages', 'support_notes'] loop
    for change in select * from (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) as c (verb, side) loop
      execute format(
        'create trigger live_console_%s after %s on %I referencing %s table as changed for each statement execute function live_console()',
        change.verb, change.verb, place, change.side);
    end loop;
  end loop;
end $$;
