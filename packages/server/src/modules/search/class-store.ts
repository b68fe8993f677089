import { sql } from 'kysely'
import { idsByText, type SearchedClass } from './text-store.ts'

/** Returns what the classes have in common: table with its alias, id, and that deleted objects are not found. */
const rowsOf = (table: string, alias: string) => ({
  from: sql`${sql.table(table)} ${sql.ref(alias)}`,
  view: sql.table(`search_${table}`),
  id: sql.ref(`${alias}.id`),
  text: (name: string) => sql.ref(`${alias}.${name}`),
  isListed: () => sql`${sql.ref(`${alias}.state`)} <> 'deleted'`,
})

const station: SearchedClass = {
  ...rowsOf('stations', 's'),
  code: 'charge_point',
  screen: '/crm/station/',
  order: sql`s.identity`,
  columns: sql`initcap(s.type) as typename, coalesce(s.label, s.identity) as label,
    concat_ws(' · ', s.identity, coalesce(s.address, (select concat_ws(', ', z.label, z.address, z.city) from sites z
      where z.id = s.site_id and z.state <> 'deleted'))) as description,
    initcap(case when s.state = 'deleted' then s.state when s.is_connected then s.display_state else 'offline' end) as statename,
    s.id as address`,
  isListed: ({ withDeleted }) => (withDeleted ? sql`true` : sql`s.state <> 'deleted'`),
  isLast: sql`s.state = 'deleted'`,
  end: 'code',
  related: (words, scope) => sql`s.site_id = any(${idsByText(site, scope, words)})`,
}

const card: SearchedClass = {
  ...rowsOf('cards', 'k'),
  code: 'card',
  screen: '/crm/card/',
  end: 'code',
  order: sql`k.code`,
  columns: sql`case k.type when 'rfid' then 'RFID' else initcap(k.type) end as typename,
    coalesce(k.name, k.label, k.code) as label, k.code as description, initcap(k.state) as statename,
    k.id as address`,
  related: (words, scope) => sql`k.client_id = any(${idsByText(client, scope, words)})`,
}

const client: SearchedClass = {
  ...rowsOf('clients', 'p'),
  code: 'client',
  screen: '/crm/client/',
  end: 'phone',
  order: sql`p.name`,
  columns: sql`initcap(p.type) as typename, p.name as label,
    concat_ws(' · ', p.code, p.email, p.phone) as description, initcap(p.state) as statename, p.id as address`,
}

const site: SearchedClass = {
  ...rowsOf('sites', 'z'),
  code: 'site',
  screen: '/crm/site/',
  order: sql`z.label`,
  columns: sql`initcap(z.type) as typename, z.label,
    concat_ws(' · ', z.code, z.address, z.city) as description, initcap(z.state) as statename, z.id as address`,
}

const user: SearchedClass = {
  ...rowsOf('users', 'u'),
  code: 'user',
  screen: '/admin/users/',
  end: 'phone',
  order: sql`u.username`,
  columns: sql`case when u.is_admin then 'Administrator' else 'User' end as typename,
    coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.username) as label,
    concat_ws(' · ', u.username, u.email) as description, initcap(u.state) as statename, u.id as address`,
}

const car: SearchedClass = {
  ...rowsOf('cars', 'v'),
  code: 'car',
  // cars are on the page of their client; those of drivers without one are in the list of cars
  screen: '/crm/client/',
  end: 'code',
  order: sql`v.identity`,
  columns: sql`initcap(v.type) as typename, v.identity as label,
    nullif(concat_ws(' · ', v.label, nullif(concat_ws(' ', v.make, v.model), '')), '') as description,
    initcap(v.state) as statename, case when v.client_id is null then '/crm/cards/cars/' end as screen, coalesce(v.client_id, v.id) as address,
    case when v.client_id is not null then 'cars' end as part`,
}

/** Classes whose objects are found by all their texts, in the order of the results. */
export const searchedClasses = [station, site, client, card, car, user]
