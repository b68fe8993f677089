import type {
  AnswerOf,
  accountGet,
  accountQuotaGet,
  accountQuotaSet,
  accountSet,
  BodyOf,
} from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { decimalOf } from '../../shared/money.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { accountLink, stationOrigin } from '../../shared/station-address.ts'
import { readFields } from '../../storage/read-fields.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
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
      await changeRules(deps, viewer, body)
      return shown(deps, viewer, origin)
    },
    accountQuotaGet: (_viewer, { accountid }) => shownLimits(deps, accountid),
    accountQuotaSet: async (viewer, body) =>
      (await changeLimits(deps, viewer, body)) ?? shownLimits(deps, body.accountid),
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

/** Changes an account's own limits; processes read them when something is added. */
function changeLimits(
  deps: AccountDeps,
  viewer: Viewer,
  { accountid: accountId, ...body }: BodyOf<typeof accountQuotaSet>,
): Promise<Refusal | null> {
  const named = {
    max_stations: body.maxstations,
    max_cards: body.maxcards,
    max_users: body.maxusers,
    max_log_mib_per_day: body.maxlogmibperday,
  }
  const change = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
  return inTransaction(deps.db, async (tx) => {
    const account = await findAccount(tx, accountId)
    if (!account) return noAccount
    if (Object.keys(change).length === 0) return null
    const before = await readFields(tx, { table: 'accounts', id: accountId }, Object.keys(change))
    await updateAccount(tx, accountId, change)
    await recordChange(tx, viewer, {
      accountId,
      kind: 'change',
      classCode: 'account',
      objectId: accountId,
      label: account.code,
      action: 'quota',
      before,
      after: change,
    })
    await deps.bus.publish(tx, [
      { kind: 'hint', account: accountId, hint: { kind: 'account.changed', ids: [accountId] } },
    ])
    return null
  })
}

async function shown(
  deps: AccountDeps,
  viewer: Viewer,
  origin: string,
): Promise<AnswerOf<typeof accountGet> | Refusal> {
  const account = await findAccount(deps.db, viewer.accountId)
  if (!account) return refuse('account.not_found')
  return {
    id: account.id,
    code: account.code,
    name: account.name,
    currency_code: account.currency_code,
    balance: decimalOf(account.balance_minor, account.currency_code),
    bootpolicy: account.boot_policy,
    maxtransactions: account.max_transactions,
    askonboot: account.ask_on_boot,
    heartbeat: account.heartbeat_seconds,
    link: accountLink(stationOrigin(deps.config, origin), account.code),
    created: account.created_at.toISOString(),
    quotas: await usageOf(deps.quotas, deps.db, { accountId: account.id, now: deps.clock.now() }),
  }
}

/** Changes the account's rules; they apply to connected stations from their next message. */
function changeRules(deps: AccountDeps, viewer: Viewer, body: BodyOf<typeof accountSet>): Promise<void> {
  const { accountId } = viewer
  const named = {
    name: body.name?.trim() || undefined,
    boot_policy: body.bootpolicy,
    max_transactions: body.maxtransactions,
    ask_on_boot: body.askonboot,
    heartbeat_seconds: body.heartbeat,
  }
  const change = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
  return inTransaction(deps.db, async (tx) => {
    if (Object.keys(change).length === 0) return
    const before = await readFields(tx, { table: 'accounts', id: accountId }, [
      'code',
      ...Object.keys(change),
    ])
    await updateAccount(tx, accountId, change)
    await recordChange(tx, viewer, {
      accountId,
      kind: 'change',
      classCode: 'account',
      objectId: accountId,
      label: String(before['code']),
      action: 'update',
      before,
      after: { code: before['code'], ...change },
    })
    const stations = await connectedStations(tx, accountId)
    await deps.bus.publish(tx, [
      { kind: 'hint', account: accountId, hint: { kind: 'account.changed', ids: [accountId] } },
      ...stations.map((station) => ({ kind: 'station.stale' as const, station })),
    ])
  })
}
