-- The label of an event that 0059 did not find, unless an administrator has changed it. Older servers: none.
update class_events set label = 'Record energy' where is_system and label = 'Count what the meter told';
