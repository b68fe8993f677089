// Local lists: the tags that a station authorizes locally, as far as we sent them or the station reported their
// version. They are sent by users, or generated from the cards and access rules that apply at the station. Not here:
// the authorization of cards while the station is online (cards).
import type { Handlers } from '../../shared/handlers.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import { isRefusal, refuse } from '../../shared/refusal.ts'
import { RowBatches } from '../../shared/row-batches.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Db } from '../../storage/transaction.ts'
import { compareWithCards } from '../cards/index.ts'
import type { Commands } from '../commands/index.ts'
import type { ModuleContext } from '../module.ts'
import { visibleStationIds } from '../stations/index.ts'
import { localListEffects } from './effects.ts'
import { ListSync } from './list-sync.ts'
import { type Entry, readLimit } from './local-list.ts'
import { entriesPerMessage, listOfStation, nextVersion, readAccountCards } from './send-list.ts'
import { findList } from './store.ts'
import { modeOf, setAutomatic } from './sync-http.ts'
import { type Boot, findListStation, resetVerified } from './sync-store.ts'
import { ChangeWatcher } from './watch-changes.ts'

export function registerLocalLists(ctx: ModuleContext, { commands }: { commands: Commands }) {
  const sync = new ListSync({ ...ctx, commands, leaseMs: ctx.config.ocpp.callTimeoutMs + 60_000 })
  ctx.onClose(() => sync.close())
  // after a power cut thousands of stations boot within seconds
  const boots = new RowBatches<Boot>({
    write: (rows) => noteBoots(ctx, rows),
    lost: (count) => ctx.log.warn({ count }, 'local lists: boots could not be noted'),
    maxWaiting: 20_000,
    everyMs: 250,
  })
  ctx.onClose(() => boots.close())
  return {
    handlers: localListsHttp(ctx),
    commandEffects: localListEffects(ctx),
    jobs: [
      {
        name: 'local-lists.sync',
        every: everyMinute,
        atStart: true,
        wakeOn: (wakeJob: () => void) => {
          ctx.bus.on('local_list.due', wakeJob)
          const watcher = new ChangeWatcher(ctx, wakeJob)
          ctx.onClose(() => watcher.close())
        },
        // in the background: lists of many stations take longer than other jobs can wait
        work: () => Promise.resolve(sync.wake()),
      },
    ],
    /** Compares the list of a station after an accepted boot. */
    afterBoot: ({ id }: { id: string }) => boots.add({ id, at: ctx.clock.now() }),
  }
}

async function noteBoots({ db, bus }: ModuleContext, rows: readonly Boot[]): Promise<void> {
  if (await resetVerified(db, rows)) await bus.publish(db, [{ kind: 'local_list.due' }])
}

const cardShown = (card: ReturnType<Awaited<ReturnType<typeof compareWithCards>>['cardOf']>) =>
  card && {
    id: card.id,
    name: card.name,
    status: card.status,
    expiry: card.expiresAt?.toISOString() ?? null,
    parentcode: card.parentCode,
  }

/** Endpoints of local lists. */
export const localListsHttp = (deps: Pick<ModuleContext, 'db' | 'bus' | 'clock'>) =>
  ({
    localListGet: (viewer, { id }) => shown(deps.db, viewer, id),
    localListValid: (viewer, { id }) => validCards(deps, viewer, id),
    localListSet: async (viewer, body) => {
      const refusal = await setAutomatic(deps, viewer, body)
      return isRefusal(refusal) ? refusal : shown(deps.db, viewer, body.id)
    },
  }) satisfies Handlers

async function shown(db: Db, viewer: Viewer, id: string) {
  const list = await findList(db, viewer, id)
  if (!list) return refuse('station.not_found', { field: 'id' })
  const codes = list.entries.map(({ code }) => code)
  const { accountId } = list
  const { cardOf, isHidden, missing, missingCount } = await compareWithCards(db, viewer, { accountId, codes })
  // until the list is sent again, a station has cards from before it was assigned to its client
  const entries = list.entries.filter(({ code }) => !isHidden(code))
  return {
    stationid: id,
    identity: list.identity,
    version: list.version ?? 0,
    updated: list.updatedAt?.toISOString() ?? null,
    maxlength: readLimit(list.limit),
    sync: syncShown(list),
    entries: entries.map((entry) => ({
      ...entryShown(entry),
      card: cardShown(cardOf(entry.code)),
    })),
    missing,
    missingcount: missingCount,
  }
}

/** Returns the list that would be generated for a station, as far as one message can have it. */
async function validCards({ db, clock }: Pick<ModuleContext, 'db' | 'clock'>, viewer: Viewer, id: string) {
  const [visible] = await visibleStationIds(db, viewer, [id])
  const station = visible === undefined ? null : await findListStation(db, id, clock.now())
  if (!station) return refuse('station.not_found', { field: 'id' })
  const { accountId } = station
  const most = entriesPerMessage(station)
  const source = await readAccountCards({ db, clock }, accountId)
  const list = await listOfStation(source, station, Math.min(readLimit(station.capacity) || most, most))
  const codes = list.entries.map(({ code }) => code)
  const { isHidden } = await compareWithCards(db, viewer, { accountId, codes })
  return {
    version: station.version === null ? null : nextVersion(station.version),
    entries: list.entries.filter(({ code }) => !isHidden(code)).map(entryShown),
    omitted: list.omitted,
  }
}

const entryShown = ({ code, status, expiresAt, parentCode }: Entry) => ({
  code,
  status,
  expiry: expiresAt?.toISOString() ?? null,
  parentcode: parentCode,
})

type List = NonNullable<Awaited<ReturnType<typeof findList>>>

/** Returns the state of a generated list; its figures count only while it is generated. */
const syncShown = (list: List) => ({
  automatic: modeOf(list.isAutomatic),
  state: list.syncState,
  entries: list.wantedEntries,
  omitted: list.omitted,
  versionsent: list.versionSent,
  sent: list.sentAt?.toISOString() ?? null,
  versionconfirmed: list.versionConfirmed,
  confirmed: list.confirmedAt?.toISOString() ?? null,
  outdatedsince: list.outdatedSince?.toISOString() ?? null,
  attempted: list.attemptedAt?.toISOString() ?? null,
  nextattempt: list.nextAttemptAt?.toISOString() ?? null,
  error:
    list.errorCode === null
      ? null
      : { code: list.errorCode, params: list.errorParams as Record<string, string | number> | null },
})
