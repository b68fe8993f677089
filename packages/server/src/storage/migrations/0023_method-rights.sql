-- What a group or a person is allowed and denied with a method of a class (letters x v e), and from which class above
-- a rule for a class came down. Older servers: none.
create table method_rights (
  class_code text not null,
  method_code text not null,
  group_id uuid references groups on delete cascade,
  user_id uuid references users on delete cascade,
  allowed text not null default '',
  denied text not null default '',
  check ((group_id is null) <> (user_id is null)),
  unique nulls not distinct (class_code, method_code, group_id, user_id)
);
create index method_rights_group on method_rights (group_id);
create index method_rights_user on method_rights (user_id);

alter table class_rights add column from_class text;
