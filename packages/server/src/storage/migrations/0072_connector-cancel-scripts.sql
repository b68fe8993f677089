-- Scripts on the removed method “cancel” of connectors move to that of reservations, disabled because they were written for another
-- class. Older servers: none.
update class_events set class_code = 'reservation', is_enabled = false, version_no = version_no + 1
where class_code = 'connector' and action_code = 'cancel' and kind = 'script'
  and not exists (select from class_methods where class_code = 'connector' and action_code = 'cancel');
