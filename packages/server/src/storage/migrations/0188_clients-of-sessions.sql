-- Users of a client see what happened with its cards while they were its cards. Older servers: none.

-- Beginning of the time of a client; null: since the card exists, because sessions of a card without a client belong to the
-- one that it gets next. With it, a row tells whose a time is without rows of other clients, which the policies hide.
alter table card_clients add since timestamptz;
update card_clients c set since = p.since
from (select card_id, until, lag(until) over (partition by card_id order by until) as since from card_clients) p
where p.card_id = c.card_id and p.until = c.until and p.since is not null;
alter table cards add client_since timestamptz;
update cards k set client_since = p.since
from (select card_id, max(until) as since from card_clients group by card_id) p where p.card_id = k.id;

drop trigger cards_clients on cards;
create or replace function keep_client_of_card() returns trigger language plpgsql security definer as $$
declare
  now_exactly timestamptz := clock_timestamp();
begin
  insert into card_clients (card_id, since, until, account_id, client_id)
  values (old.id, old.client_since, now_exactly, old.account_id, old.client_id);
  delete from card_clients c where c.card_id = old.id and c.until <= (
    select o.until from card_clients o where o.card_id = old.id order by o.until desc offset 100 limit 1);
  new.client_since := now_exactly;
  return new;
end $$;
do $$
begin
  execute format('alter function keep_client_of_card() set search_path = %I, pg_temp', current_schema());
end $$;
create trigger cards_clients before update of client_id on cards
for each row when (old.client_id is not null and old.client_id is distinct from new.client_id)
execute function keep_client_of_card();

do $$
declare
  place record;
begin
  for place in select * from (values ('transactions', 'started_at', ''), ('reservations', 'starts_at', ''),
      ('activity', 'at', ''), ('incidents', 'opened_at', ' or exists (select from sites z where z.id = site_id)'))
      as p (name, instant, more) loop
    execute format($policy$alter policy own_client on %1$I using (
      (select nullif(sees_all_clients(), false)) is not null
      or exists (select from stations s where s.client_id = tenant_client() and s.id = station_id)
      or card_id in (select k.id from cards k where k.client_id = tenant_client()
          union select o.card_id from card_clients o where o.client_id = tenant_client())
        and (exists (select from cards k where k.client_id = tenant_client() and k.id = card_id
            and (k.client_since is null or k.client_since <= %1$I.%2$I))
          or exists (select from card_clients o where o.client_id = tenant_client() and o.card_id = %1$I.card_id
            and o.until > %1$I.%2$I and (o.since is null or o.since <= %1$I.%2$I)))%3$s)$policy$,
      place.name, place.instant, place.more);
  end loop;
end $$;
