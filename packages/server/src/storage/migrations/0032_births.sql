-- Scripts may wait for the beginning of what the system makes, too. Older servers: none.
insert into class_methods (class_code, action_code, code, label, is_visible, sequence, is_system) values
  ('transaction', 'start', 'start', 'Begins', false, 5, true),
  ('reservation', 'create', 'create', 'Is asked for', false, 5, true),
  ('command', 'create', 'create', 'Is asked for', false, 5, true);
