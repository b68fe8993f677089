import type { CloseReason } from '@stationmaster/contract'
import { closeCodes } from './connection-deps.ts'

/**
 * Reason for which the server closes a connection: the close code, the text sent to the station, and the code
 * for the log.
 */
export interface Closing {
  code: number
  text: string
  reason: CloseReason
}

const closing = (code: number, reason: CloseReason, text: string): Closing => ({ code, reason, text })

export const closings = {
  replaced: closing(closeCodes.policy, 'Replaced', 'replaced by a newer connection'),
  removed: closing(closeCodes.policy, 'StationRemoved', 'the station was removed'),
  disabled: closing(closeCodes.policy, 'StationDisabled', 'the station is switched off here'),
  storage: closing(closeCodes.later, 'StorageUnavailable', 'storage unavailable'),
  tooManyLong: closing(closeCodes.later, 'TooManyLongMessages', 'too many long messages'),
  tooBig: closing(closeCodes.tooBig, 'FrameTooBig', 'frame too long'),
  notUtf8: closing(closeCodes.notUtf8, 'InvalidUtf8', 'the text is not valid UTF-8'),
  invalid: closing(closeCodes.policy, 'TooManyInvalidMessages', 'too many unreadable frames'),
  errors: closing(closeCodes.failed, 'TooManyErrors', 'too many internal errors'),
  notReading: closing(1006, 'NotReading', 'reads nothing'),
  silent: closing(1006, 'NoSignOfLife', 'no sign of life'),
  stopping: closing(closeCodes.goingAway, 'ServerStopping', 'the server is being restarted'),
} as const

export const closedByOperator = (why: string): Closing =>
  closing(closeCodes.goingAway, 'ClosedByOperator', why.slice(0, 120))
