-- Reasons and notes of commands by code. What the station itself sent has none.
alter table commands
  add message_code text,
  add message_params json,
  add note_code text;

update commands set message_code = case
    when message = 'The station is offline.' then 'station.offline'
    when message = 'The station did not answer in time.' then 'command.no_response'
    when message = 'The answer of the station holds no status.' then 'command.no_status'
    when message = 'The answer of the station is not readable as JSON.' then 'command.response_unreadable'
    when message like 'The connection ended before the station answered: %' then 'command.connection_lost'
    when message like 'The connection ended before the command was sent: %' then 'command.not_sent'
    when message in ('The server was interrupted before the station answered.',
      'The server was stopped before the station answered.') then 'command.interrupted'
    when message = 'Its turn did not come in time; it was not sent.' then 'command.expired'
    when message = 'Cancelled before it was sent.' then 'command.cancelled'
    when message = 'The caller stopped waiting before its turn came.' then 'command.caller_left'
    when message ~ '^\d+ commands already wait for the station: let it answer them or cancel some\.$' then 'command.queue_full'
    when message ~ '^The list has \d+ entries; the station takes at most \d+ in one message \(SendLocalListMaxLength\)\.$'
      then 'local_list.too_long'
  end
where message is not null and error_code is null;

update commands set message_params = case message_code
    when 'command.response_unreadable' then json_build_object('response', case
      when json_typeof(response) = 'string' and response::text not like '%\\u0000%' then left(response #>> '{}', 200) else '' end)
    when 'command.queue_full' then json_build_object('limit', substring(message from '^(\d+)')::int)
    when 'local_list.too_long' then json_build_object('length', substring(message from 'has (\d+) entries')::int,
      'limit', substring(message from 'at most (\d+) in')::int)
  end
where message_code in ('command.response_unreadable', 'command.queue_full', 'local_list.too_long');

update commands set note_code = case note
    when 'accepted, not started' then 'command.not_started'
    when 'Not answered; the station restarted.' then 'command.restarted'
    when 'Not answered; the station ended a transaction because of the reset.' then 'command.session_ended'
  end
where note is not null;

drop index commands_not_started;
create index commands_not_started on commands (answered_at)
  where action = 'RemoteStartTransaction' and state = 'accepted' and note_code is null;
