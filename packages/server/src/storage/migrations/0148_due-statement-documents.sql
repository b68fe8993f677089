-- Statements whose documents are to be rendered are found without reading all others; one whose document was removed after
-- its retention is not rendered again, and one that cannot be rendered does not delay others. Older servers: statements that
-- they create are due immediately.
alter table owner_statements add document_due_at timestamptz default now();
alter table owner_statements disable trigger owner_statements_kept;
update owner_statements s set document_due_at = null where exists (select from documents d where d.statement_id = s.id);
alter table owner_statements enable trigger owner_statements_kept;
create index owner_statements_document_due on owner_statements (document_due_at, id) where document_due_at is not null;

create or replace function keep_owner_statement() returns trigger language plpgsql as $$
declare
  open text[] := case when old.state = 'paid' then '{document_due_at}'
    else '{state,iban,holder,paid_at,document_due_at}' end;
begin
  if to_jsonb(new) - open <> to_jsonb(old) - open then
    raise exception 'a statement cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
