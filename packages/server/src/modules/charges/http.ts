import { refuseClientUser } from '../../shared/client-user.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { runCount } from '../../storage/list/list-query.ts'
import { withoutIdentity } from '../../storage/list/without-identity.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods } from '../workflow/index.ts'
import { compareTariff } from './compare-tariff.ts'
import { chargeDetailSource, chargeSource, sumCharges } from './list-store.ts'
import { hintsOf } from './rate-batch.ts'
import { queueSession } from './rating-store.ts'
import { type CostDeps, costOfSession, explainRating, ratingOf, recompute } from './session-cost.ts'
import { findCostState } from './session-cost-store.ts'

const chargesOf = (viewer: Viewer) => ({ classCode: 'charge', source: withoutIdentity(chargeSource, viewer) })
const detailsOf = (viewer: Viewer) => ({
  classCode: 'charge',
  source: withoutIdentity(chargeDetailSource, viewer),
})

/** Endpoints of charges, ratings and costs of sessions. */
export const chargesHttp = (deps: CostDeps & Pick<ModuleContext, 'bus'> & { methods: Methods }) =>
  ({
    chargeList: (viewer, query) => deps.methods.list(viewer, chargesOf(viewer), query),
    chargeCount: (viewer, query) => runCount({ db: deps.db, ...chargesOf(viewer), scope: viewer }, query),
    chargeSum: (viewer, query) => sumCharges(deps.db, viewer, query),
    chargeGet: async (viewer, { id, fields }) =>
      (await deps.methods.get(viewer, { ...detailsOf(viewer), fields }, { id })) ??
      refuse('charge.not_found', { field: 'id' }),
    chargeMethod: (viewer, { id }) => deps.methods.offers(viewer, 'charge', id),
    sessionCost: (viewer, { id }) => costOfSession(deps, viewer, id),
    sessionRate: async (viewer, { id }) => {
      const state = await findCostState(deps, viewer, id)
      if (!state) return refuse('transaction.not_found', { field: 'id' })
      if (state.state === 'running') return refuse('transaction.running', { field: 'id' })
      // what a client owes is decided by the operator
      const refusal = refuseClientUser(viewer, 'change', 'charge')
      if (refusal) return refusal
      const { accountId, number } = state
      await inTransaction(deps.db, async (tx) => {
        await queueSession(tx, id)
        const about = { accountId, classCode: 'transaction', objectId: id, label: String(number) }
        await recordChange(tx, viewer, {
          ...about,
          kind: 'price',
          action: 'rate',
          after: { price: 'requested' },
        })
        await deps.bus.publish(tx, [...hintsOf([{ id, accountId }]), { kind: 'rating.queued' }])
      })
      return { result: true }
    },
    ratingGet: async (viewer, { id }) => {
      const rating = await ratingOf(deps, viewer, id)
      return isRefusal(rating) ? rating : explainRating(rating)
    },
    tariffCompare: (viewer, body) => compareTariff(deps, viewer, body),
    ratingRecompute: async (viewer, { id }) => {
      const rating = await ratingOf(deps, viewer, id)
      return isRefusal(rating) ? rating : recompute(deps, rating)
    },
  }) satisfies Handlers
