import type { AnswerOf, ledgerCheck } from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { type ListSource, runCount, runGet, runList } from '../../storage/list/list-query.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { ModuleContext } from '../module.ts'
import { adjustAccount, changeLimit, openClientAccount } from './change-account.ts'
import { clientAccountSource, orderSource } from './list-store.ts'
import { lastCheck } from './verify-store.ts'

/** Endpoints of the accounts of clients, of orders, and of the verification of the ledger. */
export const ledgerHttp = ({ db, clock }: Pick<ModuleContext, 'db' | 'clock'>) => {
  const listed = <Row extends object>(source: ListSource<Row>, scope: Viewer) => ({ db, source, scope })
  /** Returns the account that a change has returned the id of. */
  const changed = async (viewer: Viewer, id: string | Refusal) =>
    isRefusal(id)
      ? id
      : ((await runGet(listed(clientAccountSource, viewer), { id })) ??
        refuse('account.not_found', { field: 'id' }))
  return {
    clientAccountList: (viewer, query) => runList(listed(clientAccountSource, viewer), query),
    clientAccountCount: (viewer, query) => runCount(listed(clientAccountSource, viewer), query),
    clientAccountGet: async (viewer, { id, fields }) =>
      (await runGet(listed(clientAccountSource, viewer), { id }, fields)) ??
      refuse('account.not_found', { field: 'id' }),
    clientAccountOpen: async (viewer, { id }) =>
      changed(viewer, await openClientAccount({ db, clock }, viewer, id)),
    clientAccountLimit: async (viewer, body) =>
      changed(viewer, await changeLimit({ db, clock }, viewer, body)),
    clientAccountAdjust: async (viewer, body) =>
      changed(viewer, await adjustAccount({ db, clock }, viewer, body)),
    orderList: (viewer, query) => runList(listed(orderSource, viewer), query),
    orderCount: (viewer, query) => runCount(listed(orderSource, viewer), query),
    orderGet: async (viewer, { id, fields }) =>
      (await runGet(listed(orderSource, viewer), { id }, fields)) ??
      refuse('order.not_found', { field: 'id' }),
    async ledgerCheck(): Promise<AnswerOf<typeof ledgerCheck>> {
      const check = await lastCheck(db)
      if (!check) return null
      const { checkedAt, ...counts } = check
      return { checked: checkedAt.toISOString(), ...counts }
    },
  } satisfies Handlers
}
