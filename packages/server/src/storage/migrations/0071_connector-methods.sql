-- A reservation is cancelled by its own method; rules for the method of the connector move to it.
insert into method_rights (class_code, method_code, group_id, user_id, allowed, denied)
select 'reservation', method_code, group_id, user_id, allowed, denied
from method_rights where class_code = 'connector' and method_code = 'cancel'
on conflict (class_code, method_code, group_id, user_id) do update set denied = (
  select coalesce(string_agg(distinct letter, ''), '')
  from regexp_split_to_table(method_rights.denied || excluded.denied, '') letter);
delete from method_rights where class_code = 'connector' and method_code = 'cancel';
delete from class_events where class_code = 'connector' and handler = 'connector.cancel';
delete from class_transitions t using class_methods m
where m.id = t.method_id and m.class_code = 'connector' and m.code = 'cancel';
delete from class_methods where class_code = 'connector' and code = 'cancel';

-- A connector with a car plugged in cannot be reserved.
delete from class_transitions t using class_methods m, class_states s
where m.id = t.method_id and m.class_code = 'connector' and m.code = 'reserve'
  and s.id = t.state_id and s.code = 'preparing' and t.is_system;
