-- Fixes the search path of functions that run with the rights of their owner, with temporary tables last: otherwise a temporary
-- table of the caller would hide the table of the same name. Functions with an atomic body need no search path, because their
-- names are resolved when they are created. Older servers: none.
do $$
declare
  called regprocedure;
begin
  for called in
    select p.oid from pg_proc p where p.pronamespace = current_schema()::regnamespace and p.prosecdef and p.prosqlbody is null
  loop
    execute format('alter function %s set search_path = %I, pg_temp', called, current_schema());
  end loop;
end $$;
