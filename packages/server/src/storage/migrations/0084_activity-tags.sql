-- Activity: the tag in lower case as a column, so that an account finds the events of a card by index.
-- Older servers: none.

-- Under row-level security an index on lower(id_tag) cannot be used, because that function is not leakproof.
drop index activity_tag;
alter table activity add column tag_folded text generated always as (lower(id_tag)) stored;
create index activity_tag on activity (account_id, tag_folded, id) where tag_folded is not null;

create or replace function make_activity_partition(starts timestamptz, ends timestamptz) returns void
language plpgsql as $$
declare
  name text := 'activity_' || to_char(starts at time zone 'UTC', 'YYYYMM');
  given text;
begin
  if to_regclass(name) is null then
    execute format('create table %I (like activity including defaults including constraints including generated)', name);
    select string_agg(quote_ident(attname), ', ' order by attnum) into given from pg_attribute
    where attrelid = 'activity'::regclass and attnum > 0 and not attisdropped and attgenerated = '';
    -- rows that came before their partition existed
    execute format('with moved as (delete from activity_default where id >= %s and id < %s returning *)
      insert into %I (%s) select %s from moved', activity_floor(starts), activity_floor(ends), name, given, given);
    execute format('alter table activity attach partition %I for values from (%s) to (%s)', name,
      activity_floor(starts), activity_floor(ends));
  end if;
end $$;
