import { Type } from 'typebox'
import { businessObjectEndpoints, objectCode } from './business-object.ts'
import { updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { closed, Id, Int, JustId, objectColumns, ObjectMethods, Optional, Nullable, Text } from './shapes.ts'

/** Groups of an account, and clients in one request that changes members. */
export const clientGroupLimits = { groups: 1_000, members: 1_000 } as const

/** A group of clients with the same prices. A client is in at most one group at a time. */
export const ClientGroup = Type.Object({
  ...objectColumns,
  /** Number of the group, unique within its account. */
  code: Text,
  label: Text,
  description: Nullable(Text),
  /** Clients in the group now; `/client/list` with the filter `group` returns them. */
  members: Int,
  tags: Type.Array(Text),
  methods: ObjectMethods,
  version_no: Int,
})

const group = businessObjectEndpoints('client_group', {
  subject: 'Client groups',
  one: 'group of clients',
  row: ClientGroup,
  fields: {
    code: objectCode,
    label: Optional(Type.String({ minLength: 1, maxLength: 120 })),
  },
})
export const clientGroupList = group.list
export const clientGroupCount = group.count
export const clientGroupGet = group.get
export const clientGroupSet = group.set
export const clientGroupMethod = group.method
export const clientGroupType = group.type

const Clients = Optional(Type.Array(Id, { maxItems: clientGroupLimits.members }))

export const clientGroupMembers = endpoint({
  path: '/client_group/members',
  subject: 'Client groups',
  summary: 'Add clients to a group and remove others. A client that is in another group leaves it',
  may: 'operator',
  use: updates('client_group'),
  body: Type.Object({ ...JustId.properties, add: Clients, remove: Clients }, closed),
  answer: ClientGroup,
})
