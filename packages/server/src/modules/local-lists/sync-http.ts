import type { BodyOf, localListSet } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ModuleContext } from '../module.ts'
import { visibleStationIds } from '../stations/index.ts'
import { readSetting, storeSetting } from './sync-store.ts'

type Body = BodyOf<typeof localListSet>

const storedMode = { account: null, on: true, off: false } as const
/** Returns the setting of a station as clients name it. */
export const modeOf = (isAutomatic: boolean | null): keyof typeof storedMode =>
  isAutomatic === null ? 'account' : isAutomatic ? 'on' : 'off'

/** Switches the generation of a station's list on or off, or requests the next attempt now. */
export function setAutomatic(
  { db, bus }: Pick<ModuleContext, 'db' | 'bus'>,
  viewer: Viewer,
  { id, automatic }: Body,
): Promise<Refusal | null> {
  return inTransaction(db, async (tx) => {
    const [visible] = await visibleStationIds(tx, viewer, [id])
    if (visible === undefined) return refuse('station.not_found', { field: 'id' })
    const { account, identity, before } = await readSetting(tx, id)
    const after = automatic === undefined ? before : storedMode[automatic]
    await storeSetting(tx, id, after)
    if (after !== before)
      await recordChange(tx, viewer, {
        accountId: account,
        classCode: 'charge_point',
        objectId: id,
        label: identity,
        action: 'update',
        before: { automatic_local_list: modeOf(before) },
        after: { automatic_local_list: modeOf(after) },
      })
    const hint = { kind: 'station.changed' as const, station: id, ids: [id] }
    await bus.publish(tx, [
      { kind: 'hint', account, hint },
      { kind: 'station.stale', station: id },
    ])
    return null
  })
}
