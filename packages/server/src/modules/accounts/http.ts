import type {
  AnswerOf,
  accountGet,
  accountQuotaGet,
  accountQuotaSet,
  accountSet,
  BodyOf,
} from '@stationmaster/contract'
import type { Updateable } from 'kysely'
import type { Handlers } from '../../shared/handlers.ts'
import { decimalOf } from '../../shared/money.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { givenFields } from '../../shared/request-fields.ts'
import type { Viewer } from '../../shared/scope.ts'
import { accountLink, stationOrigin } from '../../shared/station-address.ts'
import { readFields } from '../../storage/read-fields.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { balanceOfUser } from '../ledger/index.ts'
import type { ModuleContext } from '../module.ts'
import { type Quotas, usageOf } from './quota.ts'
import { connectedStations, findAccount, updateAccount } from './store.ts'

export interface AccountDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'config'> {
  quotas: Quotas
}

/** Endpoints of the caller's own account. */
export const accountsHttp = (deps: AccountDeps) =>
  ({
    accountGet: (viewer, _body, { origin }) => shown(deps, viewer, origin),
    accountSet: async (viewer, body, { origin }) => {
      const { accountId } = viewer
      const refusal = await changeAccount(deps, viewer, {
        accountId,
        action: 'update',
        change: rulesOf(body),
      })
      return refusal ?? shown(deps, viewer, origin)
    },
    accountQuotaGet: (_viewer, { accountid }) => shownLimits(deps, accountid),
    accountQuotaSet: async (viewer, body) => {
      const { accountid: accountId } = body
      const refusal = await changeAccount(deps, viewer, {
        accountId,
        action: 'quota',
        change: limitsOf(body),
      })
      return refusal ?? shownLimits(deps, accountId)
    },
  }) satisfies Handlers

const noAccount = refuse('account.not_found', { field: 'accountid' })

async function shownLimits(
  deps: AccountDeps,
  id: string,
): Promise<AnswerOf<typeof accountQuotaGet> | Refusal> {
  const account = await findAccount(deps.db, id)
  if (!account) return noAccount
  const { stations, cards, users, logMibPerDay } = deps.quotas.defaults
  return {
    accountid: id,
    code: account.code,
    name: account.name,
    maxstations: account.max_stations,
    maxcards: account.max_cards,
    maxusers: account.max_users,
    maxlogmibperday: account.max_log_mib_per_day,
    defaults: { stations, cards, users, logmibperday: logMibPerDay },
    quotas: await usageOf(deps.quotas, deps.db, { accountId: id, now: deps.clock.now() }),
  }
}

interface AccountChange {
  accountId: string
  action: 'update' | 'quota'
  change: Updateable<Database['accounts']>
}

/** Changes rules or limits of an account; rules apply to connected stations from their next message. */
const changeAccount = (
  deps: AccountDeps,
  viewer: Viewer,
  { accountId, action, change }: AccountChange,
): Promise<Refusal | null> =>
  inTransaction(deps.db, async (tx) => {
    const account = await findAccount(tx, accountId)
    if (!account) return noAccount
    if (Object.keys(change).length === 0) return null
    const before = await readFields(tx, { table: 'accounts', id: accountId }, Object.keys(change))
    await updateAccount(tx, accountId, change)
    const auditRef = { accountId, classCode: 'account', objectId: accountId, label: account.code }
    await recordChange(tx, viewer, { ...auditRef, action, before, after: change })
    // limits are read whenever something is added: connected stations need not reload
    const stations = action === 'quota' ? [] : await connectedStations(tx, accountId)
    await deps.bus.publish(tx, [
      { kind: 'hint', account: accountId, hint: { kind: 'account.changed', ids: [accountId] } },
      ...stations.map((station) => ({ kind: 'station.stale' as const, station })),
    ])
    return null
  })

const rulesOf = (body: BodyOf<typeof accountSet>) =>
  givenFields({
    name: body.name?.trim() || undefined,
    boot_policy: body.bootpolicy,
    max_transactions: body.maxtransactions,
    ask_on_boot: body.askonboot,
    auto_local_lists: body.autolocallists,
    heartbeat_seconds: body.heartbeat,
    operator_id: body.operatorid,
    queue_minutes: body.queueminutes,
    reserve_minutes: body.reserveminutes,
  })

const limitsOf = (body: BodyOf<typeof accountQuotaSet>) =>
  givenFields({
    max_stations: body.maxstations,
    max_cards: body.maxcards,
    max_users: body.maxusers,
    max_log_mib_per_day: body.maxlogmibperday,
  })

async function shown(
  deps: AccountDeps,
  viewer: Viewer,
  origin: string,
): Promise<AnswerOf<typeof accountGet> | Refusal> {
  const account = await findAccount(deps.db, viewer.accountId)
  if (!account) return refuse('account.not_found')
  const { balanceMinor, currency } = await balanceOfUser(deps.db, viewer)
  return {
    id: account.id,
    code: account.code,
    name: account.name,
    currency_code: currency,
    balance: decimalOf(balanceMinor, currency),
    bootpolicy: account.boot_policy,
    maxtransactions: account.max_transactions,
    askonboot: account.ask_on_boot,
    autolocallists: account.auto_local_lists,
    operatorid: account.operator_id,
    queueminutes: account.queue_minutes,
    reserveminutes: account.reserve_minutes,
    heartbeat: account.heartbeat_seconds,
    link: accountLink(stationOrigin(deps.config, origin), account.code),
    created: account.created_at.toISOString(),
    quotas: await usageOf(deps.quotas, deps.db, { accountId: account.id, now: deps.clock.now() }),
  }
}
