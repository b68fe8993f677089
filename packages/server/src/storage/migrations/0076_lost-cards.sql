-- Cards that are reported lost: refused like blocked cards, until they are unblocked. An installation whose
-- administrator has added the state or the method keeps its own. Older servers: none.
insert into workflow_actions (code, label, sequence, is_system)
values ('report_lost', 'Report lost', 45, true) on conflict do nothing;

insert into class_states (class_code, code, label, built_in_name, state_type, sequence, is_system)
values ('card', 'lost', 'Lost', 'Lost', 'disabled', 35, true) on conflict do nothing;

insert into class_methods (class_code, action_code, code, label, built_in_name, sequence, is_system)
values ('card', 'report_lost', 'report_lost', 'Report lost', 'Report lost', 25, true) on conflict do nothing;

insert into class_transitions (class_code, state_id, method_id, new_state_id, is_system)
select 'card', s.id, m.id, n.id, true
from (values
  ('created', 'report_lost', 'lost'), ('enabled', 'report_lost', 'lost'), ('disabled', 'report_lost', 'lost'),
  ('lost', 'enable', 'enabled'), ('lost', 'delete', 'deleted')
) as t (state, method, new_state)
join class_states s on s.class_code in ('object', 'card') and s.code = t.state
join class_methods m on m.class_code in ('object', 'card') and m.code = t.method
join class_states n on n.class_code in ('object', 'card') and n.code = t.new_state
on conflict do nothing;
