-- Opening hours without a period are not known. Older servers: none; they report an error when such hours are saved.
update sites set opening_hours = null
  where opening_hours ->> 'twentyfourseven' = 'false' and coalesce(jsonb_array_length(opening_hours -> 'regular_hours'), 0) = 0;
alter table sites add constraint sites_opening_hours_periods check (opening_hours is null
  or opening_hours ->> 'twentyfourseven' = 'true' or coalesce(jsonb_array_length(opening_hours -> 'regular_hours'), 0) > 0);
