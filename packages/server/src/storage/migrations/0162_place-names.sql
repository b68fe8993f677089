-- Name of the place of a station of the caller's account. Drivers of a client see their sessions at stations of others,
-- and not these stations.
create function place_name(station uuid) returns text language sql stable security definer
begin atomic
  select coalesce(z.label, s.label, s.public_no::text) from stations s left join sites z on z.id = s.site_id
  where s.id = station and (wall_account() is null or s.account_id = wall_account());
end;
