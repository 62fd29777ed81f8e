-- Whoever was in a squad when its captain ended it can read its thread for as long as that is kept.
update thread_members x set left_at = null
  from threads t join squad_members m on m.squad_id = t.subject_id and m.left_reason = 'ended'
 where t.kind = 'squad' and x.thread_id = t.id and x.user_id = m.user_id and x.left_at is not null;
