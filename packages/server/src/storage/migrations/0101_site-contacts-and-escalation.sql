-- What a site sets: several contacts in the order in which they are called, and that its incidents are not escalated.
-- Older servers: no, columns of the single contact are gone.
alter table sites add contacts jsonb not null default '[]';
update sites set contacts = jsonb_build_array(jsonb_build_object('name', contact_name, 'role', null,
    'phone', contact_phone, 'email', contact_email, 'language', null, 'hours', null, 'note', null))
  where num_nonnulls(contact_name, contact_phone, contact_email) > 0;
alter table sites drop column contact_name, drop column contact_phone, drop column contact_email;

-- without minutes and target: switched off for the site
alter table incident_escalations
  alter minutes drop not null,
  drop constraint incident_escalations_check,
  add constraint incident_escalations_target check (num_nonnulls(user_id, group_id) = num_nonnulls(minutes)),
  add constraint incident_escalations_off check (minutes is not null or site_id is not null);
