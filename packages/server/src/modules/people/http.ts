import { interfaceCodes, type userCan } from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { runCount, runGet, runList, runRelated } from '../../storage/list/list-query.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { interfaceNames, signOut, sessionAuditRef } from '../identity/index.ts'
import { actOnUser, expirePassword, removeSecondFactor } from './act-on-user.ts'
import { groupNotFound, userNotFound, type PeopleDeps } from './deps.ts'
import { removeGroup, setGroup, setMember } from './groups.ts'
import { groupsOf, membersOf, networksOf, sessionCode } from './store.ts'
import { groupSource, sessionSource, userSource } from './list-store.ts'
import { setUserNetworks } from './set-networks.ts'
import { setInterface, setUser } from './set-user.ts'

/** Endpoints of users, groups, sessions and rights; all for administrators. */
export const peopleHttp = (deps: PeopleDeps) =>
  ({
    ...usersHttp(deps),
    ...groupsHttp(deps),
    adminSessionList: (viewer, query) =>
      runList({ db: deps.db, source: sessionSource, scope: viewer }, query),
    adminSessionCount: (viewer, query) =>
      runCount({ db: deps.db, source: sessionSource, scope: viewer }, query),
    adminSessionEnd: async (viewer, { id }) => {
      const code = await sessionCode(deps.db, id)
      if (code === null) return refuse('session.not_found', { field: 'id' })
      const record = (tx: Tx) => recordChange(tx, viewer, sessionAuditRef(id))
      await signOut(deps, code, { reason: 'ended by an administrator', record })
      return { result: true }
    },
  }) satisfies Handlers

const usersHttp = (deps: PeopleDeps) => {
  const act =
    (action: keyof typeof userCan) =>
    async (viewer: Viewer, { id }: { id: string }) =>
      (await actOnUser(deps, viewer, { id, action })) ?? shownUser(deps, viewer, { id })
  return {
    adminUserList: (viewer, query) => runList({ db: deps.db, source: userSource, scope: viewer }, query),
    adminUserCount: (viewer, query) => runCount({ db: deps.db, source: userSource, scope: viewer }, query),
    adminUserGet: (viewer, { id, fields }) => shownUser(deps, viewer, { id, fields }),
    adminUserSet: async (viewer, body) => shown(deps, viewer, await setUser(deps, viewer, body)),
    adminUserLock: act('lock'),
    adminUserUnlock: act('unlock'),
    adminUserExpire: act('expire'),
    adminUserDelete: act('delete'),
    adminUserPasswordExpire: async (viewer, { id }) =>
      (await expirePassword(deps, viewer, id)) ?? shownUser(deps, viewer, { id }),
    adminUserTotpRemove: async (viewer, { id }) =>
      (await removeSecondFactor(deps, viewer, id)) ?? shownUser(deps, viewer, { id }),
    adminUserIpTableList: (viewer, { id }) => shownNetworks(deps, viewer, id),
    adminUserIpTableSet: async (viewer, body, { address }) =>
      (await setUserNetworks(deps, viewer, { body, address })) ?? shownNetworks(deps, viewer, body.id),
    adminUserInterfaceList: async (viewer, { id }) => {
      const user = await shownUser(deps, viewer, { id })
      if (isRefusal(user)) return user
      return interfaceCodes.map((code) => ({
        code,
        name: interfaceNames[code],
        current: code === user.interfacecode,
      }))
    },
    adminUserInterfaceSet: async (viewer, body) =>
      shown(deps, viewer, await setInterface(deps, viewer, body)),
  } satisfies Handlers
}

const groupsHttp = (deps: PeopleDeps) =>
  ({
    groupList: (viewer, query) => runList({ db: deps.db, source: groupSource, scope: viewer }, query),
    groupCount: (viewer, query) => runCount({ db: deps.db, source: groupSource, scope: viewer }, query),
    groupGet: (viewer, { id, fields }) => shownGroup(deps, viewer, { id, fields }),
    groupSet: async (viewer, body) => {
      const id = await setGroup(deps, viewer, body)
      return isRefusal(id) ? id : shownGroup(deps, viewer, { id })
    },
    groupDelete: async (viewer, { id }) => (await removeGroup(deps, viewer, id)) ?? { result: true },
    groupMemberList: async (viewer, { id }) => {
      const group = await shownGroup(deps, viewer, { id })
      return isRefusal(group) ? group : membersOf(deps.db, id)
    },
    groupMemberAdd: (viewer, { id, member }) =>
      done(setMember(deps, viewer, { group: id, user: member, isMember: true })),
    groupMemberDelete: (viewer, { id, member }) =>
      done(setMember(deps, viewer, { group: id, user: member, isMember: false })),
    memberList: async (viewer, { id }) => {
      const user = await shownUser(deps, viewer, { id })
      if (isRefusal(user)) return user
      const ids = await groupsOf(deps.db, id)
      return ids.length === 0
        ? []
        : runRelated({ db: deps.db, source: groupSource, scope: viewer }, { filter: { id: ids } })
    },
    memberAdd: (viewer, { id, group }) => done(setMember(deps, viewer, { group, user: id, isMember: true })),
    memberDelete: (viewer, { id, group }) =>
      done(setMember(deps, viewer, { group, user: id, isMember: false })),
  }) satisfies Handlers

const done = async (act: Promise<null | Refusal>) => (await act) ?? { result: true }

const shownUser = async (
  deps: PeopleDeps,
  viewer: Viewer,
  { id, fields }: { id: string; fields?: string[] },
) => (await runGet({ db: deps.db, source: userSource, scope: viewer }, { id }, fields)) ?? userNotFound

const shown = async (deps: PeopleDeps, viewer: Viewer, id: string | Refusal) =>
  isRefusal(id) ? id : shownUser(deps, viewer, { id })

const shownGroup = async (
  deps: PeopleDeps,
  viewer: Viewer,
  { id, fields }: { id: string; fields?: string[] },
) => (await runGet({ db: deps.db, source: groupSource, scope: viewer }, { id }, fields)) ?? groupNotFound

async function shownNetworks(deps: PeopleDeps, viewer: Viewer, id: string) {
  const user = await shownUser(deps, viewer, { id })
  if (isRefusal(user)) return user
  const rows = await networksOf(deps.db, id)
  return rows.map(({ kind, network }) => ({ type: kind, network }))
}
