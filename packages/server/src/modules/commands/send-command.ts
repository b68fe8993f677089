import { toWireText } from '@stationmaster/ocpp'
import { checkPayload16, orderMembers16, systemActions16, type SystemAction16 } from '@stationmaster/ocpp/v16'
import type { BusEvent } from '../../bus/events.ts'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChanges } from '../audit/index.ts'
import { activityHints, commandHints, hintEvents, nextEvents } from './announce.ts'
import { maxWaiting } from './command.ts'
import type { CommandDeps } from './deps.ts'
import type { Addressee, Asker, CommandEffect } from './effects.ts'
import { insertCommandEvents } from './event-store.ts'
import { maskRequest } from './masking.ts'
import { asJson, type Payload } from './payload.ts'
import { refusalByRights } from './refuse-by-rights.ts'
import { refuseProblem } from './refuse-problem.ts'
import { stateChangeOf } from './state-change.ts'
import { countWaiting, findAddressees, insertRun, type NewCommand, type NewRun } from './store.ts'

export interface SendRequest {
  /** Stations by identity, `<account code>/<identity>` or id. */
  stations: readonly string[]
  action: string
  payload: Payload
  /** Passed to the effects of the commands; not sent. */
  extra?: Payload
  /** Run that the commands belong to; absent: a new one. */
  runId?: string
  /** Milliseconds to wait for the ends; 0 or absent: no wait. */
  waitMs?: number
  /** Milliseconds that each station may take to answer; absent: the server's default (P2). */
  answerMs?: number
  signal?: AbortSignal
  /** True if the station has just sent a message, so that its row need not be marked as connected. */
  isKnownConnected?: boolean
}
export interface SentRun {
  runId: string
  /** One id per station, in the order of the request without duplicates. */
  commandIds: string[]
}

/** Stations that a refusal names. */
const maxNamed = 5

const isSystemAction = (action: string): action is SystemAction16 =>
  (systemActions16 as readonly string[]).includes(action)

const offline = refuse('station.offline')
const queueIsFull = refuse('command.queue_full', { limit: maxWaiting })

/**
 * Stores a command for each station and notifies the processes that hold their connections. Offline stations
 * and those that cannot carry it out get a failed command with the reason. Any payload that matches the
 * schema is sent; the station decides. Refuses requests as a whole with unknown stations or actions or an
 * invalid payload.
 */
export async function sendCommand(
  deps: CommandDeps,
  asker: Asker,
  request: SendRequest,
): Promise<SentRun | Refusal> {
  const { action } = request
  if (!isSystemAction(action))
    return refuse('command.unknown', { action: action.slice(0, 60), field: 'action' })
  const stations = await findStations(deps, asker, request.stations)
  if (isRefusal(stations)) return stations
  const effects = deps.effects.get(action) ?? []
  const payloads = await completePayloads(effects, asker, { payload: request.payload, stations })
  if (isRefusal(payloads)) return payloads
  for (const payload of payloads) {
    const [problem] = checkPayload16(action, 'request', payload)
    if (problem) return refuseProblem(problem, problem.path)
  }
  const refusal = await refusalByRights(deps.db, asker, { action, stations, payloads })
  if (refusal) return refusal
  const plan = { asker, stations, payloads, effects }
  const refusals = await findRefusals(deps, request, plan)
  const only = stations.length === 1 ? refusals.get(stations[0]!.id) : undefined
  if (only && only !== offline) return only
  return store(deps, { ...request, action }, { ...plan, refusals })
}

async function findStations(
  deps: CommandDeps,
  asker: Asker,
  named: readonly string[],
): Promise<Addressee[] | Refusal> {
  // no identity contains characters that a text column cannot store
  const identities = [...new Set(named.map(toWireText))]
  if (identities.length === 0) return refuse('station.none_selected', { field: 'identities' })
  const found = await findAddressees(deps.db, asker, identities)
  if (isRefusal(found)) return found
  const missing = identities.filter((_, index) => found[index] === null)
  if (missing.length > 0) {
    const named = missing.slice(0, maxNamed).map((identity) => identity.slice(0, 48))
    const names = [...named, ...(missing.length > maxNamed ? ['…'] : [])].join(', ')
    return refuse('station.names_not_found', { names, field: 'identities' })
  }
  // a station may be named twice, by its identity and by its id
  return [...new Map(found.flatMap((station) => (station ? [[station.id, station]] : []))).values()]
}

/** Completes the payloads: one if all stations get the same, otherwise one per station. */
async function completePayloads(
  effects: readonly CommandEffect[],
  asker: Asker,
  { payload, stations }: { payload: Payload; stations: readonly Addressee[] },
): Promise<Payload[] | Refusal> {
  let payloads: Payload[] = [payload]
  for (const { prepare } of effects) {
    if (!prepare) continue
    const prepared = await prepare(asker, payloads[0]!, stations)
    if (isRefusal(prepared)) return prepared
    payloads = Array.isArray(prepared) ? prepared : [prepared]
  }
  return payloads
}

async function findRefusals(
  deps: CommandDeps,
  request: SendRequest,
  { stations, payloads, effects }: Omit<Plan, 'refusals'>,
): Promise<Map<string, Refusal>> {
  const ids = stations.map((station) => station.id)
  const refusals = new Map<string, Refusal>()
  for (const id of (await countWaiting(deps.db, ids)).keys()) refusals.set(id, queueIsFull)
  for (const effect of effects)
    for (const [id, refusal] of (await effect.refusals?.(payloads[0]!, ids)) ?? []) refusals.set(id, refusal)
  if (!request.isKnownConnected)
    for (const { id, isConnected } of stations) if (!isConnected) refusals.set(id, offline)
  return refusals
}

interface Plan {
  asker: Asker
  stations: readonly Addressee[]
  payloads: readonly Payload[]
  effects: readonly CommandEffect[]
  refusals: ReadonlyMap<string, Refusal>
}

async function store(
  deps: CommandDeps,
  request: SendRequest & { action: SystemAction16 },
  plan: Plan,
): Promise<SentRun> {
  const composed = compose(deps, request, plan)
  const { run, commands, payloadOf } = composed
  const ids = commands.map((command) => command.id)
  const queued = commands.filter((command) => command.state === 'queued')
  const waitMs = request.waitMs ?? 0
  const wait = waitMs > 0 ? deps.waiters.expect(queued.map((command) => command.id)) : null
  try {
    await inTransaction(deps.db, async (tx) => {
      await insertRun(tx, run, commands)
      await record(tx, plan, composed)
      const failed = commands.filter((command) => command.state === 'failed')
      await insertCommandEvents(
        tx,
        failed.map((command) => ({ id: command.id, request: payloadOf(command) })),
        run.createdAt,
      )
      await deps.outbox.record(
        tx,
        commands.flatMap((command) => [
          stateChangeOf(command, 'queued', 'queued'),
          ...(command.state === 'failed' ? [stateChangeOf(command, 'queued', 'failed')] : []),
        ]),
      )
      const events: BusEvent[] = [...commandHints(commands), ...activityHints(failed)]
      const facts = queued.map((command) => ({
        ...command,
        action: run.action,
        request: maskRequest(run.action, payloadOf(command)) as Payload, // same structure
        requestedBy: run.requestedBy,
        createdAt: run.createdAt,
        payload: payloadOf(command),
        ...(request.extra && { extra: request.extra }),
      }))
      if (facts.length > 0)
        for (const effect of plan.effects)
          events.push(...hintEvents(facts[0]!.accountId, (await effect.queued?.(tx, facts)) ?? []))
      events.push(...nextEvents(queued.map((command) => command.stationId)))
      await deps.bus.publish(tx, events)
    })
    await wait?.done(waitMs, request.signal)
  } finally {
    wait?.close()
  }
  return { runId: run.id, commandIds: ids }
}

/** Records a user's commands in the audit trail; commands of the system are only in the OCPP log. */
async function record(
  tx: Tx,
  { asker, stations }: Plan,
  { run: { action }, commands, payloadOf }: ReturnType<typeof compose>,
): Promise<void> {
  const { userId, session, correlation } = asker
  if (userId === null) return
  const identities = new Map(stations.map(({ id, identity }) => [id, identity]))
  await recordChanges(
    tx,
    { userId, session, correlation },
    commands.map((command) => ({
      accountId: command.accountId,
      kind: 'command',
      classCode: 'charge_point',
      objectId: command.stationId,
      label: identities.get(command.stationId) ?? '',
      action,
      after: { command: command.id, state: command.state, request: maskRequest(action, payloadOf(command)) },
    })),
  )
}

function compose(
  deps: CommandDeps,
  { action, answerMs, runId }: SendRequest & { action: SystemAction16 },
  plan: Plan,
) {
  const now = deps.clock.now()
  const ordered = plan.payloads.map(
    (payload) => orderMembers16(action, 'request', payload as never) as Payload,
  )
  const written = ordered.map((payload) => {
    const shown = maskRequest(action, payload)
    return { request: asJson(shown), secretRequest: shown === payload ? null : asJson(payload) }
  })
  const run: NewRun = {
    id: runId ?? newId(now.getTime()),
    action,
    ...written[0]!,
    requestedBy: plan.asker.userId,
    answerMs: answerMs ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + deps.queueMs),
  }
  const isShared = plan.payloads.length === 1
  const byCommand = new Map<string, Payload>()
  const commands = plan.stations.map((station, index): NewCommand => {
    const id = newId(now.getTime())
    const refusal = plan.refusals.get(station.id)
    byCommand.set(id, ordered[isShared ? 0 : index]!)
    return {
      id,
      stationId: station.id,
      accountId: station.accountId,
      state: refusal ? 'failed' : 'queued',
      reason: refusal ?? null,
      request: isShared ? null : written[index]!.request,
      secretRequest: isShared ? null : written[index]!.secretRequest,
    }
  })
  return { run, commands, payloadOf: (command: NewCommand) => byCommand.get(command.id)! }
}
