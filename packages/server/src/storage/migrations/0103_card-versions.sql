-- Version of a card, by which a change that is based on older values is refused. Older servers: none.
alter table cards add column version_no int not null default 1;
