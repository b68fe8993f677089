import { type Static, Type } from 'typebox'
import { allAreas, noClassIn } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Bool, closed, Done, Id, Int, JustId, Nullable, Optional, Text, Words } from './shapes.ts'

const subject = 'Saved views'

/** Lists of the console that have saved views. */
export const viewLists = [
  'stations',
  'client-stations',
  'ocpp-stations',
  'attempts',
  'transactions',
  'station-transactions',
  'client-sessions',
  'station-reservations',
  'cards',
  'client-cards',
  'access-rules',
  'clients',
  'cars',
  'client-cars',
  'client-invoices',
  'client-accounts',
  'client-users',
  'client-payments',
  'client-orders',
  'accounts',
  'invoices',
  'sellers',
  'sites',
  'tariffs',
  'incidents',
  'users',
  'groups',
  'group-members',
  'mail',
  'posts',
  'security-events',
  'station-certificates',
  'objects',
  'apilog',
  'dblog',
  'audit',
  'reference-vendor',
  'reference-model',
  'reference-agent',
  'reference-currency',
  'reference-version',
  'reference-charger',
  'reference-calendar',
  'reference-category',
  'reference-measure',
  'reference-mode',
  'reference-network',
  'reference-region',
  'reference-service',
] as const
export type ViewList = (typeof viewLists)[number]

/** `ofUser`: views of a user in all lists; `ofTeam`: shared views of a list and a team. */
export const viewLimits = { name: 60, search: 4000, ofUser: 200, ofTeam: 100 } as const

const SavedView = Type.Object({
  id: Id,
  list: Words(viewLists),
  name: Text,
  /** Query of the address of the list, without `?`: filters, order and columns. */
  search: Text,
  /** True if the team of the owner sees it: the users of the same account and the same client. */
  isshared: Bool,
  /** True if the caller opens the list with it. */
  isdefault: Bool,
  ismine: Bool,
  /** True if the caller may change and delete it. */
  mayedit: Bool,
  username: Text,
  version_no: Int,
})
export type SavedView = Static<typeof SavedView>

// Views are about the lists of all areas; the handlers check that the caller may see the list.
const of = { subject, may: 'operator', use: noClassIn(allAreas) } as const

export const savedViewList = endpoint({
  ...of,
  path: '/saved_view/list',
  summary:
    'Saved views of a list: those of the caller, and those that users of the same account and client share',
  names: 'nothing',
  body: Type.Object({ list: Words(viewLists) }, closed),
  answer: Type.Array(SavedView),
})

export const savedViewSet = endpoint({
  ...of,
  path: '/saved_view/set',
  summary: 'Save a view of a list (id null; list, name and search are required) or change one',
  body: Type.Object(
    {
      id: Nullable(Id),
      list: Optional(Words(viewLists)),
      name: Optional(Type.String({ minLength: 1, maxLength: viewLimits.name })),
      search: Optional(Type.String({ maxLength: viewLimits.search })),
      isshared: Optional(Bool),
      version_no: Optional(Int),
    },
    closed,
  ),
  answer: SavedView,
})

export const savedViewDelete = endpoint({
  ...of,
  path: '/saved_view/delete',
  summary: 'Delete a saved view',
  body: JustId,
  answer: Done,
})

export const savedViewDefault = endpoint({
  ...of,
  path: '/saved_view/default',
  summary: 'Open the list of a view with it (isdefault true), or with no view again',
  body: Type.Object({ id: Id, isdefault: Bool }, closed),
  answer: SavedView,
})
