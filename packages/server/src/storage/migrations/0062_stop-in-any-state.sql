-- A running transaction can be stopped whatever the station reports of its connector.
insert into class_transitions (class_code, state_id, method_id, new_state_id, is_system)
select 'connector', s.id, m.id, s.id, true
from class_states s
join class_methods m on m.class_code = 'connector' and m.code = 'stop'
where s.class_code = 'connector' and s.code in ('available', 'reserved', 'unavailable', 'faulted')
  and not exists (select from class_transitions t
    where t.class_code = 'connector' and t.state_id = s.id and t.method_id = m.id);
