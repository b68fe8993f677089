import type { adminSessionList, adminUserGet, AnswerOf, groupGet } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { column } from '../../storage/list/column.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import { clientColumns } from '../clients/index.ts'
import { interfaceNames } from '../identity/index.ts'

type UserShown = AnswerOf<typeof adminUserGet>
type GroupShown = AnswerOf<typeof groupGet>
type SessionShown = AnswerOf<typeof adminSessionList>[number]

/** Only administrators see users; the endpoints require it as well. */
export const visibleUsers = ({ isAdmin }: Scope) => (isAdmin ? sql`true` : sql`false`)

const nameOf = sql`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.username)`
const stateName = sql`initcap(u.state)`
const activeSession = sql`s.user_id = u.id and s.revoked_at is null and s.expires_at > now()`
const networks = (kind: 'allow' | 'deny') =>
  sql`array(select case when masklen(n.network) = case family(n.network) when 4 then 32 else 128 end
      then host(n.network) else n.network::text end
    from user_networks n where n.user_id = u.id and n.kind = ${sql.lit(kind)} order by n.network)`
const interfaceName = sql`case u.interface_code ${sql.join(
  Object.entries(interfaceNames).map(([code, name]) => sql`when ${sql.lit(code)} then ${sql.lit(name)}`),
  sql` `,
)} end`
// key under which wrong passwords of a user are counted
const lockedUntil = sql`(select max(f.locked_until) from sign_in_failures f
  where f.locked_until > now() and f.subject_hash = sha256(convert_to(u.id::text, 'UTF8')))`

export const userSource: ListSource<UserShown> = {
  from: sql`users u join accounts a on a.id = u.account_id`,
  columns: {
    id: column.id('u.id'),
    classcode: column.text(sql`'user'`),
    typecode: column.text('u.interface_code'),
    typename: column.text(interfaceName),
    statecode: column.text('u.state'),
    statename: column.text(stateName),
    statelabel: column.text(stateName),
    statetypecode: column.text(
      sql`case u.state when 'open' then 'created' when 'active' then 'enabled' when 'deleted' then 'deleted' else 'disabled' end`,
    ),
    owner: column.id('u.id', 'nullable'),
    created: column.instant('u.created_at'),
    lastupdate: column.instant('u.updated_at'),
    username: column.text('u.username'),
    email: column.text('u.email', 'nullable'),
    name: column.text(nameOf),
    firstname: column.text('u.first_name', 'nullable'),
    lastname: column.text('u.last_name', 'nullable'),
    phone: column.text('u.phone', 'nullable'),
    description: column.text('u.description', 'nullable'),
    admin: column.boolean('u.is_admin'),
    guest: column.boolean('u.is_guest'),
    interfacecode: column.text('u.interface_code'),
    areas: column.list('u.areas', 'nullable'),
    localecode: column.text('u.locale'),
    accountid: column.id('u.account_id'),
    accountcode: column.text('a.code'),
    accountname: column.text('a.name'),
    ...clientColumns('u'),
    statustext: column.text(stateName),
    passwordchange: column.boolean('u.must_change_password'),
    totp: column.boolean(
      sql`exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)`,
    ),
    lastactivity: column.instant(
      sql`(select max(s.last_used_at) from sessions s where s.user_id = u.id)`,
      'nullable',
    ),
    sessions: column.integer(sql`(select count(*) from sessions s where ${activeSession})`),
    lockeduntil: column.instant(lockedUntil, 'nullable'),
    groups: {
      ...column.list(
        sql`array(select g.code from groups g join group_people p on p.group_id = g.id where p.user_id = u.id order by g.code)`,
      ),
      contains: (code) =>
        sql`u.id in (select p.user_id from group_people p join groups g on g.id = p.group_id where g.code = ${code})`,
    },
    allowed: column.list(networks('allow')),
    denied: column.list(networks('deny')),
    version_no: column.integer('u.version_no'),
  },
  key: 'id',
  order: ['username'],
  visible: visibleUsers,
  hidden: { unlessNamed: ['statecode', 'statetypecode'], rows: sql`u.state = 'deleted'` },
}

export const groupSource: ListSource<GroupShown> = {
  from: sql`groups g`,
  columns: {
    id: column.id('g.id'),
    code: column.text('g.code'),
    name: column.text('g.name'),
    description: column.text('g.description', 'nullable'),
    system: column.boolean(sql`g.system_kind is not null`),
    members: column.integer(
      sql`(select count(*) from group_people p join users u on u.id = p.user_id and u.state <> 'deleted'
        where p.group_id = g.id)`,
    ),
    created: column.instant('g.created_at'),
    lastupdate: column.instant('g.updated_at'),
    version_no: column.integer('g.version_no'),
  },
  key: 'id',
  order: ['system DESC', 'code'],
  visible: visibleUsers,
}

const isActive = sql`(s.revoked_at is null and s.expires_at > now())`
const sessionState = sql`case when ${isActive} then 'active' else 'ended' end`

export const sessionSource: ListSource<SessionShown> = {
  from: sql`sessions s join users u on u.id = s.user_id join accounts a on a.id = u.account_id`,
  columns: {
    id: column.id('s.id'),
    userid: column.id('u.id'),
    username: column.text('u.username'),
    name: column.text(nameOf),
    accountname: column.text('a.name'),
    host: column.text('s.host', 'nullable'),
    agent: column.text('s.agent', 'nullable'),
    statecode: column.text(sessionState),
    statustext: column.text('s.revoked_why', 'nullable'),
    created: column.instant('s.created_at'),
    lastactivity: column.instant('s.last_used_at'),
    expires: column.instant('s.expires_at'),
  },
  key: 'id',
  order: ['lastactivity DESC'],
  visible: visibleUsers,
  hidden: { unlessNamed: ['statecode'], rows: sql`not ${isActive}` },
}
