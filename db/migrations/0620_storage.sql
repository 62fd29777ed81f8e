-- Files in the shape of the hosted service that the product came from, so that its export can be taken over. Rows say
-- who owns what; the bytes lie in the blob store under the row's version, never under a name that somebody chose.
create schema if not exists storage;

create table storage.buckets (
  id text primary key,
  name text not null,
  owner uuid references auth.users (id) on delete set null,
  public boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  name text not null,
  owner uuid references auth.users (id) on delete set null,
  -- Name of the bytes in the blob store; a new one with every upload.
  version uuid not null,
  size bigint not null,
  mimetype text not null,
  etag text not null,
  cache_control text not null,
  user_metadata jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint objects_one_name unique (bucket_id, name)
);
-- Prefix searches of listings.
create index objects_by_prefix on storage.objects (bucket_id, name text_pattern_ops);
create index objects_by_owner on storage.objects (owner);

-- Bytes that no row names any more, until they are gone from the blob store as well.
create table storage.garbage (
  version uuid primary key,
  since timestamptz not null
);

-- Signs links that open without a session. One row.
create table storage.signing (
  one boolean primary key default true check (one),
  secret text not null
);
insert into storage.signing (secret) values (gen_random_uuid()::text || gen_random_uuid()::text);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', true, 5242880, '{image/webp,image/png,image/jpeg,image/avif,image/gif}');
