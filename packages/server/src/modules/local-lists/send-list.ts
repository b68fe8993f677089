import { type Refusal, isRefusal, refuse } from '../../shared/refusal.ts'
import { BoundedMap } from '../../shared/bounded-map.ts'
import { acceptedCards, type AcceptedCard } from '../cards/index.ts'
import { type CompiledRules, readCompiledRules, rulesAtStation } from '../access-rules/index.ts'
import { type CommandRow, type Commands, systemAsker } from '../commands/index.ts'
import type { ModuleContext } from '../module.ts'
import {
  generateList,
  type GeneratedList,
  maxCards,
  type ListUpdate,
  planUpdates,
  requestOf,
} from './generated-list.ts'
import { capacityKey, enabledKey, limitKey, readLimit } from './local-list.ts'
import { readEntries } from './store.ts'
import {
  findSyncStation,
  leaseStation,
  storeConfirmed,
  storeSent,
  storeUnfinished,
  type SyncStation,
} from './sync-store.ts'

export interface SyncDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'log'> {
  commands: Commands
  /** Milliseconds for which one message reserves a station. */
  leaseMs: number
}

/** Cards and rules of an account, as read at a time. */
export interface AccountCards {
  accountId: string
  cards: readonly AcceptedCard[]
  rules: CompiledRules | null
  readAt: Date
  /** Generated lists by capacity and rules, which many stations share. */
  lists: Map<string, Promise<GeneratedList>>
}

/** L175: messages to one station per attempt. */
export const maxMessages = 100
/** Entries per message: of a station that reports no limit, and of one with a high limit. */
const usualLimit = 20
const maxPerMessage = 500
/** Lists of an account in memory, of at most 5,000 entries each. */
const maxLists = 200
/** Highest version of a list; most stations store 32 bits. */
const maxVersion = 2 ** 31 - 1

/** Returns how many entries a station accepts in one message. */
export const entriesPerMessage = ({ limit }: Pick<SyncStation, 'limit'>): number =>
  Math.min(readLimit(limit) || usualLimit, maxPerMessage)

/** Returns the version of a whole list that replaces the one with this version; negative: the station has no list. */
export const nextVersion = (version: number): number =>
  version < 0 || version >= maxVersion - maxMessages ? 1 : version + 1

/** Reads what the lists of an account are generated from. */
export async function readAccountCards(
  { db, clock }: Pick<SyncDeps, 'db' | 'clock'>,
  accountId: string,
): Promise<AccountCards> {
  const readAt = clock.now()
  const cards = await acceptedCards(db, accountId, { now: readAt, most: maxCards })
  const rules = await readCompiledRules(db, accountId)
  return { accountId, cards, rules, readAt, lists: new BoundedMap(maxLists) }
}

/** Returns the rules that select a station. */
const rulesOfStation = ({ rules, readAt }: AccountCards, { id, place, evses }: SyncStation) =>
  rulesAtStation(rules, { place: { ...place, stationId: id, timeZone: null }, evses, at: readAt })

/** Returns the list of a station that accepts `capacity` entries; stations with equal rules share it. */
export function listOfStation(
  source: AccountCards,
  station: SyncStation,
  capacity: number,
): Promise<GeneratedList> {
  const rules = rulesOfStation(source, station)
  const key = `${capacity} ${rules.key}`
  const known = source.lists.get(key)
  if (known) return known
  const list = generateList(source.cards, rules, capacity)
  source.lists.set(key, list)
  return list
}

const unsupported = refuse('local_list.unsupported')

/** Sends the generated list to a station, in full or as the difference, and stores the result. */
export async function sendList(
  deps: SyncDeps,
  { id, source, signal }: { id: string; source: AccountCards; signal: AbortSignal },
): Promise<void> {
  const { db, clock, bus } = deps
  const now = clock.now()
  if (!(await leaseStation(db, id, { now, until: new Date(now.getTime() + deps.leaseMs) }))) return
  const result = await new Sending(deps, { id, source, signal }).run()
  if (signal.aborted) return
  if (isRefusal(result)) {
    const { code, params } = result
    // an offline station is due when it is connected again
    await storeUnfinished(db, id, { error: code === 'station.offline' ? null : { code, params } })
  } else if (result === 'unfinished') await storeUnfinished(db, id, { error: null, next: clock.now() })
  const hint = { kind: 'station.changed' as const, station: id, ids: [id] }
  await bus.publish(db, [{ kind: 'hint', account: source.accountId, hint }])
}

/** One attempt to bring the list of one station up to date. */
class Sending {
  private readonly deps: SyncDeps
  private readonly id: string
  private readonly source: AccountCards
  private readonly signal: AbortSignal

  constructor(deps: SyncDeps, of: { id: string; source: AccountCards; signal: AbortSignal }) {
    this.deps = deps
    this.id = of.id
    this.source = of.source
    this.signal = of.signal
  }

  async run(): Promise<'done' | 'unfinished' | Refusal> {
    const station = await this.prepare()
    if (station === null) return 'done'
    if (isRefusal(station)) return station
    const { version } = station
    if (version === null || version < 0) return refuse('local_list.disabled')
    const list = await listOfStation(this.source, station, readLimit(station.capacity)!)
    const known = await readEntries(this.deps.db, this.id)
    // entries of an unknown version are not stored
    const isKnown = version === 0 || known.length > 0
    const result = await this.update({ station, list, known: isKnown ? known : null })
    if (isRefusal(result) || result === 'unfinished') return result
    const { readAt } = this.source
    await storeConfirmed(this.deps.db, this.id, { version: result, list, readAt, now: this.deps.clock.now() })
    return 'done'
  }

  /** Asks for what is not known of the station: its limits, and the version of its list after a boot. */
  private async prepare(): Promise<SyncStation | Refusal | null> {
    let station = await this.find()
    if (station && station.capacity === null) {
      const asked = await this.ask('GetConfiguration', { key: [capacityKey, limitKey, enabledKey] })
      if (isRefusal(asked)) return asked
      station = await this.find()
    }
    if (station && !readLimit(station.capacity)) return unsupported
    if (station?.enabled?.trim().toLowerCase() === 'false') return refuse('local_list.disabled')
    if (station && (!station.isVerified || station.version === null)) {
      const asked = await this.ask('GetLocalListVersion', {})
      if (isRefusal(asked)) return asked
      station = await this.find()
    }
    return station
  }

  private find(): Promise<SyncStation | null> {
    return findSyncStation(this.deps.db, this.id, this.deps.clock.now())
  }

  /** Sends the updates; returns the version that the station confirmed. */
  private async update({
    station,
    list,
    known,
  }: {
    station: SyncStation
    list: GeneratedList
    known: Awaited<ReturnType<typeof readEntries>> | null
  }): Promise<number | 'unfinished' | Refusal> {
    const most = entriesPerMessage(station)
    let version = station.version!
    // versions must increase, except for a whole list
    let updates = planUpdates(version < maxVersion - maxMessages ? known : null, list.entries, most)
    let isRepeated = updates[0]?.isFull === true
    for (let sent = 0; updates.length > 0; sent++) {
      if (sent === maxMessages) return 'unfinished'
      const [update, ...others] = updates
      const next = update!.isFull ? nextVersion(version) : version + 1
      const result = await this.send(update!, { version: next, digest: list.digest })
      if (!isRefusal(result)) {
        version = next
        updates = others
      } else if (result.code === 'local_list.rejected' && !isRepeated) {
        // OCPP 1.6, 5.15: after a rejected difference the whole list should be sent
        isRepeated = true
        updates = planUpdates(null, list.entries, most)
      } else return result
    }
    return version
  }

  private async send(
    update: ListUpdate,
    of: { version: number; digest: string },
  ): Promise<CommandRow | Refusal> {
    const now = this.deps.clock.now()
    const until = new Date(now.getTime() + this.deps.leaseMs)
    await storeSent(this.deps.db, this.id, { ...of, now, until })
    return this.ask('SendLocalList', requestOf(update, of.version))
  }

  /** Sends a command as the system and waits for its end; returns why the station did not accept it. */
  private async ask(action: string, payload: Record<string, unknown>): Promise<CommandRow | Refusal> {
    const asker = systemAsker(this.source.accountId)
    const { signal } = this
    const row = await this.deps.commands.ask(asker, { station: this.id, action, payload, signal })
    if (isRefusal(row) || row.state === 'accepted') return row
    if (
      row.status === 'NotSupported' ||
      row.error_code === 'NotSupported' ||
      row.error_code === 'NotImplemented'
    )
      return unsupported
    const status = row.status ?? row.error_code
    return status === null ? refuse('local_list.no_answer') : refuse('local_list.rejected', { status })
  }
}
