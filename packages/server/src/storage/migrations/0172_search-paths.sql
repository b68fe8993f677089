-- Functions that run with the rights of the owner find tables by this search path only: without it, a temporary table of the
-- caller comes before the table of the same name. Functions with an atomic body are bound when they are created.
-- Older servers: none.
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
