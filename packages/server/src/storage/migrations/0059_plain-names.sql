-- The names of the field: unmatched messages, transactions that need review, stations that do not respond. Older servers: none.
alter table quarantine rename to unmatched_messages;
alter table unmatched_messages rename column settled_at to resolved_at;
alter table unmatched_messages rename column settled_by to resolved_by;
alter table unmatched_messages rename column settlement to resolution;
alter table stations rename column is_deaf to is_unresponsive;
alter table reference_rows rename column told to reported_name;

alter table transactions drop constraint transactions_state_check;
update transactions set state = 'needs_review' where state = 'held';
update transactions set flags = array_replace(array_replace(array_replace(flags,
    'settled', 'resolved'), 'meter-not-told', 'meter-not-reported'), 'start-told-again', 'start-repeated')
  where flags && array['settled', 'meter-not-told', 'start-told-again'];
alter table transactions add constraint transactions_state_check check (state in ('running', 'finished', 'needs_review'));

insert into workflow_actions (code, label, sequence, is_system, version_no)
select renamed.code, renamed.label, a.sequence, a.is_system, a.version_no
from (values ('settle', 'resolve', 'Resolve'), ('hold', 'review', 'Require review')) as renamed (old, code, label)
join workflow_actions a on a.code = renamed.old;
update class_methods set action_code = 'resolve' where action_code = 'settle';
update class_methods set action_code = 'review' where action_code = 'hold';
update class_events set action_code = 'resolve' where action_code = 'settle';
update class_events set action_code = 'review' where action_code = 'hold';
update class_events set handler = 'transaction.resolve', label = 'Count what the meter reported'
  where handler = 'transaction.settle';
delete from workflow_actions where code in ('settle', 'hold');
update class_methods set code = 'resolve', built_in_name = 'Resolve', label = case label when 'Settle' then 'Resolve' else label end
  where class_code = 'transaction' and code = 'settle';
update class_methods set code = 'review', built_in_name = 'Require review', label = case label when 'Hold for a person' then 'Require review' else label end
  where class_code = 'transaction' and code = 'hold';
update class_states set code = 'needs_review', built_in_name = 'Needs review', label = case label when 'Held' then 'Needs review' else label end
  where class_code = 'transaction' and code = 'held';
update script_runs set action_code = case action_code when 'settle' then 'resolve' when 'hold' then 'review' else action_code end,
  from_state = case from_state when 'held' then 'needs_review' else from_state end,
  to_state = case to_state when 'held' then 'needs_review' else to_state end
  where class_code = 'transaction';
