import { sql } from 'kysely'
import { hasAll, type SearchedClass } from './text-store.ts'

const station: SearchedClass = {
  code: 'charge_point',
  screen: '/crm/station/',
  from: sql`stations s`,
  id: sql`s.id`,
  order: sql`s.identity`,
  columns: sql`initcap(s.type) as typename, coalesce(s.label, s.identity) as label,
    concat_ws(' · ', s.identity, s.address) as description,
    initcap(case when s.state = 'deleted' then s.state when s.is_connected then s.display_state else 'offline' end) as statename,
    s.id as address`,
  isListed: ({ withDeleted }) => (withDeleted ? sql`true` : sql`s.state <> 'deleted'`),
  isLast: sql`s.state = 'deleted'`,
}

const card: SearchedClass = {
  code: 'card',
  screen: '/crm/card/',
  from: sql`cards k`,
  id: sql`k.id`,
  order: sql`k.code`,
  columns: sql`case k.type when 'rfid' then 'RFID' else initcap(k.type) end as typename,
    coalesce(k.name, k.label, k.code) as label, k.code as description, initcap(k.state) as statename,
    k.id as address`,
  isListed: () => sql`k.state <> 'deleted'`,
  related: (texts) => sql`k.client_id = any(array(select p.id from search_texts p
    where p.class_code = 'client' and ${hasAll(sql`p.search_text`, texts)} limit 20))`,
}

const client: SearchedClass = {
  code: 'client',
  screen: '/crm/client/',
  from: sql`clients p`,
  id: sql`p.id`,
  order: sql`p.name`,
  columns: sql`initcap(p.type) as typename, p.name as label,
    concat_ws(' · ', p.code, p.email, p.phone) as description, initcap(p.state) as statename, p.id as address`,
  isListed: () => sql`p.state <> 'deleted'`,
}

const site: SearchedClass = {
  code: 'site',
  screen: '/crm/site/',
  from: sql`sites z`,
  id: sql`z.id`,
  order: sql`z.label`,
  columns: sql`initcap(z.type) as typename, z.label,
    concat_ws(' · ', z.code, z.address, z.city) as description, initcap(z.state) as statename, z.id as address`,
  isListed: () => sql`z.state <> 'deleted'`,
}

const user: SearchedClass = {
  code: 'user',
  screen: '/admin/users/',
  from: sql`users u`,
  id: sql`u.id`,
  order: sql`u.username`,
  columns: sql`case when u.is_admin then 'Administrator' else 'User' end as typename,
    coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.username) as label,
    concat_ws(' · ', u.username, u.email) as description, initcap(u.state) as statename, u.id as address`,
  isListed: () => sql`u.state <> 'deleted'`,
}

/** Classes whose objects are found by all their texts, in the order of the results. */
export const searchedClasses = [station, site, client, card, user]
