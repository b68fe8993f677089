-- Exceptions for single objects: what a group or a person is allowed and denied with one of them (letters s u d).
-- Older servers: those that do not know them show what is denied here.
create table object_rights (
  object_id uuid not null, -- no reference: objects of the classes that come along have tables of their own
  class_code text not null,
  group_id uuid references groups on delete cascade,
  user_id uuid references users on delete cascade,
  allowed text not null default '',
  denied text not null default '',
  check ((group_id is null) <> (user_id is null)),
  unique nulls not distinct (object_id, group_id, user_id)
);
create index object_rights_group on object_rights (group_id);
create index object_rights_user on object_rights (user_id);

-- The web door reads them before a call begins; in a call, administrators alone.
alter table object_rights enable row level security;
create policy nobody on object_rights using (false);
