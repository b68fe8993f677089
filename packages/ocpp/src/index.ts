// The parts of the standard that all versions share: frames, error codes, ids, times. Pure: no input or
// output, runs in a browser. The messages of a version are in a folder of their own
// (`@stationmaster/ocpp/v16`).
export type { Deviation, DeviationRule } from './deviation.ts'
export { errorCodes, readErrorCode, type ErrorCode } from './error-codes.ts'
export {
  rawPayload,
  readArray,
  readFrame,
  writeCall,
  writeError,
  writeResult,
  type CallFrame,
  type ErrorFrame,
  type Frame,
  type FrameProblem,
  type FrameProblemReason,
  type ResultFrame,
} from './frame.ts'
export { defaultCaps, scanShape, type FrameCaps } from './frame-scan.ts'
export { isInt31, isInt32, maxInt31 } from './integers.ts'
export { readLongCall, type LongCall } from './long-call.ts'
export { maxMessageIdLength, messageIds } from './message-ids.ts'
export type { MessageRow, Sender, Side } from './message.ts'
export type { Protocol, StationCall } from './protocol.ts'
export { rawNumber } from './raw-number.ts'
export type {
  ArraySchema,
  BooleanSchema,
  FieldSchema,
  MessageSchema,
  NumberSchema,
  ObjectSchema,
  StringSchema,
} from './schema.ts'
export type { SchemaProblem } from './schema-problem.ts'
export { sliceList, type ListPosition, type SlicedList } from './sliced-list.ts'
export { readStationTime, type StationTime } from './station-time.ts'
export { toWireText } from './wire-text.ts'
