-- Activity: the account and the client of a request are read once per query instead of once per row.
-- Older servers: none.

alter policy own_account on activity using (account_id = (select wall_account()));
alter policy own_client on activity using ((select tenant_client()) is null
  or exists (select from stations s where s.id = station_id) or exists (select from cards k where k.id = card_id));
