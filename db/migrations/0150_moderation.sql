-- Who administers and who is banned: read by the public view of profiles and by every guarded operation. What admins
-- did is kept with the state before and after, which is also what undo works from.
create table admin_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null default 'admin',
  created_at timestamptz not null default now()
);

create table ban_list (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Which doors are shut: listing, applying, matching, all.
  scope text not null default 'all' check (scope in ('listing', 'applying', 'matching', 'all')),
  reason text not null,
  -- Empty: permanent.
  expires_at timestamptz,
  created_by uuid,
  lifted_at timestamptz,
  lifted_by uuid,
  created_at timestamptz not null default now()
);
create index ban_list_user_id on ban_list (user_id) where lifted_at is null;

create table admin_audit_logs (
  id uuid primary key default gen_random_uuid(),
  -- Kept after the account is gone: an audit that forgets is none.
  admin_id uuid,
  action text not null,
  target_type text not null,
  target_id text,
  before jsonb,
  after jsonb,
  request_id text,
  undone_at timestamptz,
  created_at timestamptz not null default now()
);
create index admin_audit_logs_created_at on admin_audit_logs (created_at desc, id desc);
create index admin_audit_logs_action on admin_audit_logs (action, created_at desc, id desc);
create index admin_audit_logs_target on admin_audit_logs (target_id, created_at desc, id desc);
create index admin_audit_logs_admin on admin_audit_logs (admin_id, created_at desc, id desc);
