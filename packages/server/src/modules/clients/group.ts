import {
  type AnswerOf,
  type BodyOf,
  type clientGroupGet,
  clientGroupLimits,
  type clientGroupMembers,
  type clientGroupSet,
} from '@stationmaster/contract'
import type { BusEvent } from '../../bus/events.ts'
import { refuseClientUser } from '../../shared/client-user.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { emptyIsNull, givenFields } from '../../shared/request-fields.ts'
import type { Viewer } from '../../shared/scope.ts'
import { lockExclusive } from '../../storage/row-limits.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import {
  type BusinessClass,
  businessEndpoints,
  businessSubject,
  findRow,
  numberRows,
} from '../business-objects/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods, Subject } from '../workflow/index.ts'
import { clientGroupSource, visibleGroups } from './group-list-store.ts'
import { addMembers, endAllMemberships, endMemberships, missingClient } from './group-store.ts'

const groupChanged = (account: string, id?: string): BusEvent[] => [
  { kind: 'hint', account, hint: { kind: 'client_group.changed', ...(id && { ids: [id] }) } },
]

/** Groups of clients as business objects. */
export const clientGroupClass: BusinessClass<
  AnswerOf<typeof clientGroupGet>,
  BodyOf<typeof clientGroupSet>
> = {
  classCode: 'client_group',
  source: clientGroupSource,
  stored: { table: 'client_groups', alias: 'g', visible: visibleGroups, nameColumn: 'label' },
  missing: refuse('client_group.not_found', { field: 'id' }),
  wrongState: refuse('client_group.wrong_state', { field: 'action' }),
  codeTaken: refuse('client_group.code_taken', { field: 'code' }),
  most: clientGroupLimits.groups,
  changed: groupChanged,
  required: { label: 'label', code: 'code' },
  changeOf: (body) =>
    givenFields({
      code: emptyIsNull(body.code),
      label: emptyIsNull(body.label),
      description: emptyIsNull(body.description),
    }),
  async prepareNew(tx, viewer, changes) {
    const refusal = refuseClientUser(viewer, 'create', 'client_group')
    if (refusal) return changes.map(() => refusal)
    await numberRows(tx, 'client_groups', { accountId: viewer.accountId, letter: 'G', changes })
    return changes.map(() => null)
  },
  // users of a client see their group only to know which prices apply
  prepareChange: async (_tx, viewer) => refuseClientUser(viewer, 'change', 'client_group'),
}

const subject = businessSubject(clientGroupClass)

/** Groups as workflow objects: a deleted group has no members. */
export const clientGroupSubject: Subject = {
  ...subject,
  async enter(tx, group, to) {
    if (to.state.code === 'deleted') await endAllMemberships(tx, group.id, to.now)
    return subject.enter(tx, group, to)
  },
}

interface GroupDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock'> {
  methods: Methods
}

export function clientGroupsHttp(deps: GroupDeps) {
  const groups = businessEndpoints(deps, clientGroupClass)
  return {
    clientGroupList: groups.list,
    clientGroupCount: groups.count,
    clientGroupGet: groups.get,
    clientGroupSet: groups.set,
    clientGroupMethod: groups.method,
    clientGroupType: groups.type,
    clientGroupMembers: async (viewer, body) => {
      const changed = await deps.methods.change(viewer, {
        classCode: 'client_group',
        id: body.id,
        action: 'update',
        work: (tx) => changeMembers(deps, tx, { viewer, body }),
      })
      return isRefusal(changed) ? changed : groups.get(viewer, { id: body.id })
    },
  } satisfies Handlers
}

/** Adds and removes members of a group. A client leaves the group in which it was. */
async function changeMembers(
  deps: GroupDeps,
  tx: Tx,
  { viewer, body }: { viewer: Viewer; body: BodyOf<typeof clientGroupMembers> },
): Promise<true | Refusal> {
  const { id } = body
  const group = await findRow(tx, viewer, { of: clientGroupClass.stored, id })
  if (!group || group.state === 'deleted') return clientGroupClass.missing
  const refusal = refuseClientUser(viewer, 'change', 'client_group')
  if (refusal) return refusal
  const { accountId } = group
  const [add, remove] = [[...new Set(body.add)], [...new Set(body.remove)]]
  const missing = await missingClient(tx, accountId, add)
  if (missing !== null) return refuse('client.not_found', { field: `add[${missing}]` })
  await lockExclusive(tx, `client groups ${accountId}`)
  const at = deps.clock.now()
  const removed = await endMemberships(tx, { clients: remove, groupId: id, at })
  const added = await addMembers(tx, { accountId, groupId: id, clients: add, at })
  if (added.length + removed.length > 0)
    await recordChange(tx, viewer, {
      accountId,
      classCode: 'client_group',
      objectId: id,
      label: group.name,
      action: 'update',
      before: { removed },
      after: { added },
    })
  await deps.bus.publish(tx, [{ kind: 'hint', account: accountId, hint: { kind: 'client.changed' } }])
  return true
}
