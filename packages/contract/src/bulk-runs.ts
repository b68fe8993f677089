import { Type } from 'typebox'
import { Tags } from './business-object.ts'
import { noClassIn, peopleAreas } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { MessageParams } from './commands.ts'
import { needsFreshLogin } from './fresh-login.ts'
import { serviceReason } from './stations.ts'
import {
  Bool,
  closed,
  Count,
  Filter,
  Id,
  Instant,
  Int,
  JustId,
  ListQuery,
  Nullable,
  Optional,
  SearchTerm,
  Text,
  Words,
} from './shapes.ts'

const subject = 'Bulk runs'
const use = noClassIn(peopleAreas)

/** Maximum number of objects of a run. */
export const maxBulkObjects = 20_000

/** Classes with bulk actions, and their actions. */
export const bulkActions = {
  charge_point: [
    'reset',
    'availability',
    'configuration',
    'tags',
    'out_of_service',
    'in_service',
    'approve',
    'enable',
    'disable',
  ],
  card: ['enable', 'disable', 'tags'],
} as const satisfies Record<string, readonly string[]>
export type BulkClass = keyof typeof bulkActions
export const bulkClasses = Object.keys(bulkActions) as BulkClass[]

/** Parameters of the actions. */
export const bulkParams = {
  reset: Type.Object({ type: Words(['Soft', 'Hard'] as const) }, closed),
  /** Of the whole station. */
  availability: Type.Object({ type: Words(['Operative', 'Inoperative'] as const) }, closed),
  configuration: Type.Object(
    { key: Type.String({ minLength: 1, maxLength: 50 }), value: Type.String({ maxLength: 500 }) },
    closed,
  ),
  tags: Type.Object({ add: Tags, remove: Tags }, closed),
  /** `isSent`: a ChangeAvailability follows if the station is connected. */
  out_of_service: Type.Object(
    { reason: serviceReason, expectedreturn: Optional(Nullable(Instant)), isSent: Bool },
    closed,
  ),
  in_service: Type.Object({ isSent: Bool }, closed),
  /** Of stations that wait for it; they are informed at their next BootNotification. */
  approve: Type.Object({}, closed),
  enable: Type.Object({}, closed),
  disable: Type.Object({}, closed),
} as const
export type BulkAction = (typeof bulkActions)[BulkClass][number]

/** Commands that actions send. */
export const bulkCommands = {
  reset: 'Reset',
  availability: 'ChangeAvailability',
  configuration: 'ChangeConfiguration',
} as const satisfies Partial<Record<BulkAction, string>>

/** `rejected`: by the station or by a rule; `timeout`: no answer in time; `failed`: an error, or an unknown outcome. */
export const bulkItemStates = [
  'waiting',
  'running',
  'accepted',
  'rejected',
  'offline',
  'forbidden',
  'timeout',
  'failed',
  'cancelled',
] as const
export type BulkItemState = (typeof bulkItemStates)[number]

/** States of objects that a retry repeats. */
export const retriedStates = [
  'rejected',
  'offline',
  'forbidden',
  'timeout',
  'failed',
  'cancelled',
] as const satisfies readonly BulkItemState[]

export const BulkRun = Type.Object({
  id: Id,
  classcode: Text,
  action: Text,
  params: Type.Record(Text, Type.Unknown()),
  /** `running` until each object has a result. */
  statecode: Words(['running', 'finished', 'cancelled'] as const),
  total: Int,
  /** Objects without a result. */
  open: Int,
  accepted: Int,
  /** Objects with any other result. */
  failed: Int,
  /** The run whose failures it repeats. */
  retryof: Nullable(Id),
  username: Text,
  created: Instant,
  finished: Nullable(Instant),
  /** True if the viewer started it, or may change all its objects. */
  maycancel: Bool,
})
export const BulkItem = Type.Object({
  id: Id,
  runid: Id,
  objectid: Id,
  label: Text,
  statecode: Words(bulkItemStates),
  /** Status of the answer of the station. */
  status: Nullable(Text),
  /** English: the reason of the result. */
  message: Nullable(Text),
  messagecode: Nullable(Text),
  messageparams: Nullable(MessageParams),
  ended: Nullable(Instant),
})

const needsFresh = (action: string, params: Readonly<Record<string, unknown>>): boolean =>
  Object.hasOwn(bulkCommands, action) &&
  needsFreshLogin(bulkCommands[action as keyof typeof bulkCommands], params)

export const bulkRunStart = endpoint({
  path: '/bulk_run/start',
  subject,
  summary:
    'Start an action on all objects that match a query; each is checked like the single action, and the answer does not wait for the results',
  may: 'operator',
  use,
  names: 'nothing',
  query: true,
  fresh: (body) => {
    const { action, params = {} } = body as { action: string; params?: Record<string, unknown> } // validated
    return needsFresh(action, params)
  },
  body: Type.Object(
    {
      classcode: Words(bulkClasses),
      action: Text,
      params: Optional(Type.Record(Text, Type.Unknown())),
      filter: Optional(Filter),
      search: Optional(Type.Array(SearchTerm)),
      /** Takes only objects of this run that were not accepted, as far as the query matches them. */
      retryof: Optional(Id),
      /** Ids of matching objects to leave out. */
      except: Optional(Type.Array(Id, { maxItems: 1000 })),
      /** Number of objects that the user has confirmed: 409 if more match. */
      most: Optional(Type.Integer({ minimum: 1 })),
    },
    closed,
  ),
  answer: BulkRun,
})

export const bulkRunList = endpoint({
  path: '/bulk_run/list',
  subject,
  summary: 'Bulk runs of the account, newest first; users who do not see all its objects see their own',
  may: 'operator',
  use,
  body: ListQuery,
  answer: Type.Array(BulkRun),
})

export const bulkRunCount = endpoint({
  path: '/bulk_run/count',
  subject,
  summary: 'How many bulk runs match',
  may: 'operator',
  use,
  body: ListQuery,
  answer: Count,
})

export const bulkRunGet = endpoint({
  path: '/bulk_run/get',
  subject,
  summary: 'One bulk run',
  may: 'operator',
  use,
  body: JustId,
  answer: BulkRun,
})

export const bulkItemList = endpoint({
  path: '/bulk_run/item/list',
  subject,
  summary: 'Objects of bulk runs with their results',
  may: 'operator',
  use,
  csv: true,
  body: ListQuery,
  answer: Type.Array(BulkItem),
})

export const bulkItemCount = endpoint({
  path: '/bulk_run/item/count',
  subject,
  summary: 'How many objects of bulk runs match',
  may: 'operator',
  use,
  body: ListQuery,
  answer: Count,
})

export const bulkRunCancel = endpoint({
  path: '/bulk_run/cancel',
  subject,
  summary:
    'Cancel the objects of a run that still wait; those that are being worked on get their result. Users cancel their own runs, and others of which they may change all objects',
  may: 'operator',
  use,
  body: JustId,
  answer: BulkRun,
})
