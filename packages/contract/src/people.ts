import { Type } from 'typebox'
import { clientRef } from './business-object.ts'
import { areaCodes, noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { interfaceCodes, locales } from './session.ts'
import {
  Bool,
  ById,
  closed,
  Count,
  Id,
  Instant,
  Int,
  JustId,
  ListQuery,
  NewPassword,
  Nullable,
  objectColumns,
  Optional,
  Text,
  Words,
} from './shapes.ts'

const subject = 'People'

/** `open` has never signed in, `locked` was blocked by an administrator, `expired` was ended without being blocked. */
export const userStates = ['open', 'active', 'locked', 'expired', 'deleted'] as const
/** States of a user in which an administrator may perform each operation. */
export const userCan = {
  lock: ['open', 'active', 'expired'],
  unlock: ['open', 'active', 'locked', 'expired'],
  expire: ['open', 'active'],
  delete: ['open', 'active', 'locked', 'expired'],
} as const satisfies Record<string, readonly (typeof userStates)[number][]>

export const User = Type.Object({
  ...objectColumns,
  statecode: Words(userStates),
  /** The login. */
  username: Text,
  email: Nullable(Text),
  /** First and last name, or the login. */
  name: Text,
  firstname: Nullable(Text),
  lastname: Nullable(Text),
  phone: Nullable(Text),
  description: Nullable(Text),
  admin: Bool,
  guest: Bool,
  interfacecode: Words(interfaceCodes),
  /** Areas that the user is limited to; null for all areas of the interface. */
  areas: Nullable(Type.Array(Words(areaCodes))),
  localecode: Text,
  accountid: Id,
  accountcode: Text,
  accountname: Text,
  ...clientRef,
  /** Same as the state's name. */
  statustext: Text,
  /** True if the password must be changed at the next sign-in. */
  passwordchange: Bool,
  /** True if two-factor authentication is set up. */
  totp: Bool,
  lastactivity: Nullable(Instant),
  /** Active login sessions. */
  sessions: Int,
  /** End of the lockout after too many wrong passwords. */
  lockeduntil: Nullable(Instant),
  /** Codes of groups, including system groups. */
  groups: Type.Array(Text),
  /** Networks the user may sign in from (CIDR); empty for any. */
  allowed: Type.Array(Text),
  /** Networks the user may not sign in from; they take precedence over `allowed`. */
  denied: Type.Array(Text),
  /** Grows with each change; `/admin/user/set` accepts the number last read. */
  version_no: Int,
})

export const adminUserList = endpoint({
  path: '/admin/user/list',
  subject,
  summary: 'Users of all accounts',
  may: 'admin',
  use: noClass,
  csv: true,
  body: ListQuery,
  answer: Type.Array(User),
})
export const adminUserCount = endpoint({
  path: '/admin/user/count',
  subject,
  summary: 'How many users match',
  may: 'admin',
  use: noClass,
  body: ListQuery,
  answer: Count,
})
export const adminUserGet = endpoint({
  path: '/admin/user/get',
  subject,
  summary: 'One user',
  may: 'admin',
  use: noClass,
  body: ById,
  answer: User,
})
export const adminUserSet = endpoint({
  path: '/admin/user/set',
  subject,
  summary: 'Add a user (id null: username and password are required) or change one',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Type.Object(
    {
      id: Nullable(Id),
      username: Optional(Type.String({ minLength: 1, maxLength: 64 })),
      email: Optional(Nullable(Type.String({ maxLength: 254 }))),
      /** Initial or new password; a new one ends every session of the user. */
      password: Optional(NewPassword),
      firstname: Optional(Nullable(Type.String({ maxLength: 120 }))),
      lastname: Optional(Nullable(Type.String({ maxLength: 120 }))),
      phone: Optional(Nullable(Type.String({ maxLength: 40 }))),
      description: Optional(Nullable(Type.String({ maxLength: 2000 }))),
      admin: Optional(Bool),
      guest: Optional(Bool),
      interfacecode: Optional(Words(interfaceCodes)),
      areas: Optional(Nullable(Type.Array(Words(areaCodes), { maxItems: 4 }))),
      localecode: Optional(Words(locales)),
      /** Only for a new user; by default the caller's account. */
      accountid: Optional(Id),
      /** Client to whose objects the user is limited; null: the whole account. */
      client: Optional(Nullable(Id)),
      passwordchange: Optional(Bool),
      /** For optimistic locking: 409 if another user has changed the user since this number was read. */
      version_no: Optional(Int),
    },
    closed,
  ),
  answer: User,
})

const act = (action: string, summary: string) =>
  ({
    path: `/admin/user/${action}`,
    subject,
    summary,
    may: 'admin',
    use: noClass,
    fresh: true,
    body: JustId,
    answer: User,
  }) as const

export const adminUserLock = endpoint(act('lock', 'Block a person; every session of theirs ends'))
export const adminUserUnlock = endpoint(
  act('unlock', 'Let a blocked or expired person in again, and forget wrong passwords'),
)
export const adminUserExpire = endpoint(act('expire', 'End the access of a person; every session ends'))
export const adminUserDelete = endpoint(act('delete', 'Delete a person; every session ends'))
export const adminUserPasswordExpire = endpoint(
  act('password/expire', 'Every session ends; the next sign-in must change the password'),
)
export const adminUserTotpRemove = endpoint(
  act('totp/remove', 'Take the second factor of a person away who has lost it; every session ends'),
)

const UserNetwork = Type.Object({ type: Words(['allow', 'deny'] as const), network: Text })
const Networks = Type.Array(Type.String({ maxLength: 49 }), { maxItems: 100 })
export const adminUserIpTableList = endpoint({
  path: '/admin/user/iptable/list',
  subject,
  summary: 'Allowed and denied networks of a user',
  may: 'admin',
  use: noClass,
  body: JustId,
  answer: Type.Array(UserNetwork),
})
export const adminUserIpTableSet = endpoint({
  path: '/admin/user/iptable/set',
  subject,
  summary:
    'Replace the lists (addresses or CIDR); login sessions from other networks are refused immediately',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Type.Object(
    { id: Id, allowed: Optional(Networks), denied: Optional(Networks), version_no: Optional(Int) },
    closed,
  ),
  answer: Type.Array(UserNetwork),
})
export const adminUserInterfaceList = endpoint({
  path: '/admin/user/interface/list',
  subject,
  summary: 'The available interfaces, and that of the user',
  may: 'admin',
  use: noClass,
  body: JustId,
  answer: Type.Array(Type.Object({ code: Words(interfaceCodes), name: Text, current: Bool })),
})
export const adminUserInterfaceSet = endpoint({
  path: '/admin/user/interface/set',
  subject,
  summary: 'Change the interface of a user, and limit the user to areas',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Type.Object(
    {
      id: Id,
      code: Words(interfaceCodes),
      areas: Optional(Nullable(Type.Array(Words(areaCodes), { maxItems: 4 }))),
      version_no: Optional(Int),
    },
    closed,
  ),
  answer: User,
})
