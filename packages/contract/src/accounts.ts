import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Bool, closed, Id, Instant, Int, Optional, Text, Words } from './shapes.ts'
import { bootPolicies } from './stations.ts'

export const Account = Type.Object({
  id: Id,
  code: Text,
  name: Text,
  currency_code: Text,
  balance: Text,
  bootpolicy: Words(bootPolicies),
  maxtransactions: Int,
  askonboot: Bool,
  heartbeat: Int,
  link: Text,
  created: Instant,
})

export const accountGet = endpoint({
  path: '/account/own',
  subject: 'Account',
  may: 'operator',
  summary: "The caller's own account",
  body: Type.Object({}, closed),
  answer: Account,
})

export const accountSet = endpoint({
  path: '/account/own/set',
  subject: 'Account',
  may: 'admin',
  summary: "Change the account's rules for its stations",
  body: Type.Object(
    {
      name: Optional(Type.String({ minLength: 1, maxLength: 120 })),
      bootpolicy: Optional(Words(bootPolicies)),
      maxtransactions: Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
      askonboot: Optional(Bool),
      heartbeat: Optional(Type.Integer({ minimum: 10, maximum: 86_400 })),
    },
    closed,
  ),
  answer: Account,
})

export const demoRemove = endpoint({
  path: '/demo/remove',
  subject: 'First run',
  may: 'admin',
  summary: 'Remove all demo data in one step',
  body: Type.Object({}, closed),
  answer: Type.Object({ result: Bool, stations: Int }),
})

export const demoState = endpoint({
  path: '/demo/state',
  subject: 'First run',
  may: 'operator',
  summary: 'Whether demo data is present',
  body: Type.Object({}, closed),
  answer: Type.Object({ present: Bool, stations: Int }),
})
