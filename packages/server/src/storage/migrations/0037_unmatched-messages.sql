-- Unmatched messages: what is needed to join them, without their payloads; payloads without samples. Older servers: none.
alter table quarantine
  add column stop_fields text, -- JSON of a stop without its samples, where it waits for its start
  add column connector_no int, -- of meter values whose transaction is unknown
  add column proposed_energy_wh bigint; -- what a correction would set

-- counted with each new one, and read at each connect
create index quarantine_open_of_station on quarantine (station_id) where settled_at is null;

-- The payload is what a station wrote: it need not be what PostgreSQL can read as JSON.
create function short_payload(action text, payload text) returns text language plpgsql as $$
declare
  list text := case action when 'StopTransaction' then 'transactionData' when 'MeterValues' then 'meterValue' end;
  told json;
  samples bigint;
  short text;
begin
  begin
    -- an escaped NUL is no text for PostgreSQL
    told := replace(payload, '\u0000', '\ufffd')::json;
    select sum(case when json_typeof(value -> 'sampledValue') = 'array'
      then json_array_length(value -> 'sampledValue') else 1 end)
    into samples from json_array_elements(told -> list);
    select json_object_agg(key, case when key = list
      then to_json(coalesce(samples, 0) || ' sampled values, stored as meter values') else value end)
    into short from json_each(told);
  exception when others then
    short := null;
  end;
  short := coalesce(short, payload);
  return case when length(short) > 8192 then left(short, 8192) || '…' else short end;
end $$;

create function stop_fields(payload text) returns text language plpgsql as $$
begin
  return (select json_object_agg(key, value) from json_each(replace(payload, '\u0000', '\ufffd')::json)
    where key in ('transactionId', 'meterStop', 'timestamp', 'idTag', 'reason') and length(value::text) < 300);
exception when others then
  return null;
end $$;

create function connector_told(payload text) returns int language plpgsql as $$
begin
  return payload::json ->> 'connectorId';
exception when others then
  return null;
end $$;

update quarantine set stop_fields = stop_fields(payload) where kind = 'stop-unknown' and settled_at is null;
update quarantine set connector_no = connector_told(payload) where kind = 'meter-unknown' and settled_at is null;
update quarantine set payload = short_payload(action, payload) where length(payload) > 8192;

drop function short_payload(text, text);
drop function stop_fields(text);
drop function connector_told(text);

-- Longer ones are whole in the OCPP log.
update stations set boot_payload = left(boot_payload, 8192) || '…' where length(boot_payload) > 8192;
update stations set status_payload = left(status_payload, 8192) || '…' where length(status_payload) > 8192;
