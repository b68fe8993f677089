-- What a search finds stations and cards by when nothing has the text as it was typed: without case, accents and separators,
-- and with typing errors where the extension pg_trgm can be had. Older servers: none.
do $$
begin
  create extension if not exists pg_trgm;
exception when others then
  -- not installed, or not ours to create: typing errors are then not forgiven
  raise notice 'pg_trgm is not available: %', sqlerrm;
end $$;

-- "CP-0001" and "cp0001" are the same; words stay apart. NFKD takes accents off the letters, they are removed after it.
create function search_form(said text) returns text language sql immutable strict parallel safe
return regexp_replace(
  regexp_replace(lower(normalize(said, NFKD)), U&'[\0300-\036F\0027\2019_./:#-]+', '', 'g'), '\s+', ' ', 'g');

-- 1 where the wanted text is a part of the other, 0 where nothing of it is; also 0 without the extension.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create function text_likeness(wanted text, said text) returns real language sql immutable strict parallel safe
    return word_similarity(wanted, said);
  else
    create function text_likeness(wanted text, said text) returns real language sql immutable strict parallel safe
    return case when strpos(said, wanted) > 0 then 1 else 0 end::real;
  end if;
end $$;

alter table stations add search_text text generated always as (search_form(
  identity || ' ' || coalesce(label, '') || ' ' || coalesce(address, '') || ' ' || coalesce(description, '')
    || ' ' || coalesce(serial_number, '') || ' ' || coalesce(model, ''))) stored;
alter table cards add search_text text generated always as (search_form(
  code || ' ' || coalesce(name, '') || ' ' || coalesce(label, '') || ' ' || coalesce(client_name, ''))) stored;
