-- Labels of built-in classes, types, states, actions, methods and events as operators say them. Labels that an
-- administrator changed stay. Older servers: none.
update classes c set description = w.description
from (values
  ('object', 'Made, enabled, disabled and deleted by people', 'Created, enabled, disabled and deleted by users'),
  ('document', 'What belongs to somebody and has a life of its own', 'Has an owner and its own workflow'),
  ('reference', 'An entry of a list that others choose from', 'An entry of a list that other objects refer to'),
  ('device', 'Tells its states itself', 'Reports its states itself'),
  ('record', 'Written down by the system', 'Written by the system')
) as w (code, old, description)
where c.code = w.code and c.description = w.old and c.is_system;

update class_types r set
  name = case r.name when w.old then w.label else r.name end,
  built_in_name = case r.built_in_name when w.old then w.label else r.built_in_name end
from (values
  ('reservation', 'connector', 'Of a connector', 'Connector'),
  ('card', 'credit', 'Credit', 'Credit card'),
  ('card', 'plastic', 'Plastic', 'Plastic card')
) as w (class_code, code, old, label)
where r.class_code = w.class_code and r.code = w.code and r.is_system;

update class_types t set description = w.description
from (values
  ('charge_point', 'public', 'Drivers may find and use it', 'Visible to all drivers'),
  ('charge_point', 'private', 'Only for its owner', 'Visible to the owner only'),
  ('card', 'rfid', 'A tag that a station reads', 'Read by the card reader of a station')
) as w (class_code, code, old, description)
where t.class_code = w.class_code and t.code = w.code and t.description = w.old and t.is_system;

update class_states r set
  label = case r.label when w.old then w.label else r.label end,
  built_in_name = case r.built_in_name when w.old then w.label else r.built_in_name end
from (values
  ('object', 'created', 'Created', 'New'),
  ('charge_point', 'created', 'Created', 'New'),
  ('connector', 'suspendedev', 'Suspended by the vehicle', 'Suspended by car'),
  ('connector', 'suspendedevse', 'Suspended by the station', 'Suspended by station'),
  ('command', 'timeout', 'Timed out', 'No answer')
) as w (class_code, code, old, label)
where r.class_code = w.class_code and r.code = w.code and r.is_system;

update class_methods r set
  label = case r.label when w.old then w.label else r.label end,
  built_in_name = case r.built_in_name when w.old then w.label else r.built_in_name end
from (values
  ('connector', 'cancel', 'Cancel the reservation', 'Cancel reservation'),
  ('transaction', 'start', 'Begins', 'Start'),
  ('reservation', 'create', 'Is asked for', 'Request'),
  ('reservation', 'activate', 'Is accepted by the station', 'Confirm'),
  ('reservation', 'refuse', 'Is refused by the station', 'Refuse'),
  ('reservation', 'use', 'Is used', 'Use'),
  ('reservation', 'expire', 'Expires', 'Expire'),
  ('reservation', 'finish', 'Is cancelled', 'Mark as cancelled'),
  ('command', 'create', 'Is asked for', 'Queue'),
  ('command', 'send', 'Is sent', 'Send'),
  ('command', 'accept', 'Is accepted', 'Accept'),
  ('command', 'reject', 'Is rejected', 'Reject'),
  ('command', 'fail', 'Fails', 'Fail'),
  ('command', 'give_up', 'Has no answer', 'Time out'),
  ('command', 'expire', 'Expires', 'Expire'),
  ('command', 'lose', 'Is lost', 'Mark as unknown')
) as w (class_code, code, old, label)
where r.class_code = w.class_code and r.code = w.code and r.is_system;

-- Methods that have the label of their action.
with w (code, old, label) as (values
  ('available', 'Becomes available', 'Report available'),
  ('preparing', 'Prepares', 'Report preparing'),
  ('charging', 'Charges', 'Report charging'),
  ('suspendedev', 'Is suspended by the vehicle', 'Report suspended by car'),
  ('suspendedevse', 'Is suspended by the station', 'Report suspended by station'),
  ('finishing', 'Finishes', 'Report finishing'),
  ('reserved', 'Is reserved', 'Report reserved'),
  ('unavailable', 'Becomes unavailable', 'Report unavailable'),
  ('faulted', 'Has a fault', 'Report faulted'),
  ('give_up', 'Give up', 'Time out'),
  ('lose', 'Lose', 'Mark as unknown')
), named as (
  update workflow_actions a set label = w.label from w where a.code = w.code and a.label = w.old and a.is_system
)
update class_methods m set
  label = case m.label when w.old then w.label else m.label end,
  built_in_name = case m.built_in_name when w.old then w.label else m.built_in_name end
from w where m.action_code = w.code and m.is_system and w.old in (m.label, m.built_in_name);

update class_events e set label = w.label
from (values
  ('Close the connection', 'Close connection'),
  ('Wait for the word of the station', 'Wait for status report'),
  ('Ask the station', 'Send request to station'),
  ('Count what the meter reported', 'Record energy'),
  ('Take it out of the queue', 'Remove from queue')
) as w (old, label)
where e.label = w.old and e.is_system;
