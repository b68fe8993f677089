import type { V16 } from '../generated/v16/types.ts'
import type { MessageRow } from '../message.ts'
import { core } from './core.ts'
import { firmware } from './firmware.ts'
import { localList } from './local-list.ts'
import { reservation } from './reservation.ts'
import type { Block16 } from './rows.ts'
import { security } from './security.ts'
import { smartCharging } from './smart-charging.ts'
import { trigger } from './trigger.ts'

export type Action16 = keyof V16

const rows = {
  ...core,
  ...firmware,
  ...localList,
  ...reservation,
  ...smartCharging,
  ...trigger,
  ...security,
} satisfies { readonly [Action in Action16]: MessageRow<Block16> }

type Rows = typeof rows
type ActionFrom<Sender> = {
  [Action in Action16]: Rows[Action]['from'] extends Sender ? Action : never
}[Action16]

/** Actions that a station may request from the central system. */
export type StationAction16 = ActionFrom<'station' | 'both'>
/** Actions that the central system may request from a station. */
export type SystemAction16 = ActionFrom<'system' | 'both'>

/** One row per message of OCPP 1.6 and its security whitepaper. */
export const messages16 = Object.fromEntries(
  Object.entries(rows).map(([action, row]) => [action, { action, ...row }]),
) as { readonly [Action in Action16]: Rows[Action] & { readonly action: Action } }

const actions = Object.keys(rows) as Action16[]

export const stationActions16 = actions.filter(
  (action) => rows[action].from !== 'system',
) as readonly StationAction16[]

export const systemActions16 = actions.filter(
  (action) => rows[action].from !== 'station',
) as readonly SystemAction16[]

// Names come from the network: a Map has no `constructor` and no `__proto__`.
const known = new Map<string, Action16>(actions.map((action) => [action, action]))

/** Returns the action with this name, or null: a station may send any text. */
export function readAction16(name: string): Action16 | null {
  return known.get(name) ?? null
}
