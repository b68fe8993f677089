-- Tags of stations and cards, by which lists are filtered. Older servers: none.
alter table stations add tags text[] not null default '{}';
alter table cards add tags text[] not null default '{}';
