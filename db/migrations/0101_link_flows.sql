-- Links in mails are opened by scanners before their reader does. What such a link is for happens when the browser that
-- asked exchanges its code, so the flow has to remember which one-time code it would spend.
alter table auth.flow_state
  add column one_time_token_id uuid references auth.one_time_tokens (id) on delete cascade;
