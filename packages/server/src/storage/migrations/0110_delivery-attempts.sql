-- Notifications of incidents: time of the last try to send one, so that users whose notifications fail do not delay
-- those of others. Older servers: leave it empty, which places their tries first.
alter table incident_deliveries add tried_at timestamptz;
