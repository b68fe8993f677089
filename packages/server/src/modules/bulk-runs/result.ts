import type { BulkItemState } from '@stationmaster/contract'
import type { Refusal } from '../../shared/refusal.ts'
import type { CommandRow, MessageParams } from '../commands/index.ts'

/** Result of an action on one object. */
export interface ItemResult {
  state: Exclude<BulkItemState, 'waiting' | 'running'>
  /** Status of the answer of the station. */
  status: string | null
  /** Reason of the result, with its code if it is one of ours. */
  message: string | null
  code: string | null
  params: MessageParams | null
}

export const accepted: ItemResult = {
  state: 'accepted',
  status: null,
  message: null,
  code: null,
  params: null,
}

/** Returns the result of a refused action. */
export const resultOfRefusal = ({ refusal, code, message, params }: Refusal): ItemResult => ({
  state: code === 'station.offline' ? 'offline' : refusal === 'forbidden' ? 'forbidden' : 'rejected',
  status: null,
  message,
  code,
  params: params ?? null,
})

/** Returns the result of a command that has ended, or that was given up. */
export const resultOfCommand = (row: CommandRow): ItemResult => ({
  state: stateOf(row),
  status: row.status,
  message: row.message,
  code: row.message_code,
  params: row.message_params as MessageParams | null, // written by the module of commands
})

function stateOf({ state, message_code: code }: CommandRow): ItemResult['state'] {
  if (state === 'accepted' || state === 'rejected') return state
  if (state === 'failed') return code === 'station.offline' ? 'offline' : 'failed'
  if (state === 'cancelled') return code === 'command.caller_left' ? 'timeout' : 'cancelled'
  return state === 'unknown' ? 'failed' : 'timeout'
}
