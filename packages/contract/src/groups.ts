import { Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { userStates } from './people.ts'
import {
  Bool,
  ById,
  closed,
  Count,
  Done,
  Id,
  Instant,
  Int,
  JustId,
  ListQuery,
  Nullable,
  Optional,
  Text,
  Words,
} from './shapes.ts'

const subject = 'Groups'

export const Group = Type.Object({
  id: Id,
  code: Text,
  name: Text,
  description: Nullable(Text),
  /** True for a system group: its members follow from properties of the users. */
  system: Bool,
  members: Int,
  created: Instant,
  lastupdate: Instant,
  version_no: Int,
})
export const groupList = endpoint({
  path: '/admin/group/list',
  subject,
  summary: 'Groups of users',
  may: 'admin',
  use: noClass,
  csv: true,
  body: ListQuery,
  answer: Type.Array(Group),
})
export const groupCount = endpoint({
  path: '/admin/group/count',
  subject,
  summary: 'How many groups match',
  may: 'admin',
  use: noClass,
  body: ListQuery,
  answer: Count,
})
export const groupGet = endpoint({
  path: '/admin/group/get',
  subject,
  summary: 'One group',
  may: 'admin',
  use: noClass,
  body: ById,
  answer: Group,
})
export const groupSet = endpoint({
  path: '/admin/group/set',
  subject,
  summary: 'Add a group (id null) or change one; the code of a system group cannot be changed',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Type.Object(
    {
      id: Nullable(Id),
      code: Optional(Type.String({ minLength: 1, maxLength: 40 })),
      name: Optional(Type.String({ minLength: 1, maxLength: 120 })),
      description: Optional(Nullable(Type.String({ maxLength: 2000 }))),
      version_no: Optional(Int),
    },
    closed,
  ),
  answer: Group,
})
export const groupDelete = endpoint({
  path: '/admin/group/delete',
  subject,
  summary: 'Delete a group and its rights; system groups cannot be deleted',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: JustId,
  answer: Done,
})

const Member = Type.Object({
  id: Id,
  username: Text,
  name: Text,
  email: Nullable(Text),
  statecode: Words(userStates),
})
/** A group and a user. */
const GroupAndMember = Type.Object({ id: Id, member: Id }, closed)
export const groupMemberList = endpoint({
  path: '/admin/group/member/list',
  subject,
  summary: 'The members of a group',
  may: 'admin',
  use: noClass,
  body: JustId,
  answer: Type.Array(Member),
})
export const groupMemberAdd = endpoint({
  path: '/admin/group/member/add',
  subject,
  summary: 'Add a user (member) to a group (id)',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: GroupAndMember,
  answer: Done,
})
export const groupMemberDelete = endpoint({
  path: '/admin/group/member/delete',
  subject,
  summary: 'Remove a user (member) from a group (id)',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: GroupAndMember,
  answer: Done,
})
/** A user and a group. */
const MemberAndGroup = Type.Object({ id: Id, group: Id }, closed)
export const memberList = endpoint({
  path: '/admin/member/list',
  subject,
  summary: 'The groups of a user',
  may: 'admin',
  use: noClass,
  body: JustId,
  answer: Type.Array(Group),
})
export const memberAdd = endpoint({
  path: '/admin/member/add',
  subject,
  summary: 'Add a user (id) to a group',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: MemberAndGroup,
  answer: Done,
})
export const memberDelete = endpoint({
  path: '/admin/member/delete',
  subject,
  summary: 'Remove a user (id) from a group',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: MemberAndGroup,
  answer: Done,
})
