import type { Protocol, StationCall } from '../protocol.ts'
import { checkPayload16, orderMembers16 } from './check.ts'
import {
  messages16,
  readAction16,
  stationActions16,
  type Action16,
  type StationAction16,
} from './messages.ts'
import { tolerate16 } from './tolerate.ts'

const lists: { readonly [Action in StationAction16]?: string } = {
  StopTransaction: 'transactionData',
  MeterValues: 'meterValue',
}
const lengths: { readonly [Action in StationAction16]?: StationCall['length'] } = {
  StopTransaction: 'transaction',
  MeterValues: 'frame',
  DataTransfer: 'frame',
}
const resent = new Set<StationAction16>([
  'StartTransaction',
  'StopTransaction',
  'MeterValues',
  'DataTransfer',
])
/** Returns the answer that confirms only the receipt of a fact: an empty one where the schema allows it. */
function receiptOf(action: StationAction16): StationCall['receipt'] {
  if (action === 'StartTransaction')
    return (nextNumber) => ({ idTagInfo: { status: 'Invalid' }, transactionId: nextNumber() })
  const isEnough = messages16[action].carriesFact && checkPayload16(action, 'response', {}).length === 0
  return isEnough ? () => ({}) : undefined
}

/** Returns a member of a payload that is not validated. */
const memberOf = (payload: unknown, name: string): unknown =>
  (payload as Partial<Record<string, unknown>> | null)?.[name]
const repetitionKeys: { readonly [Action in StationAction16]?: StationCall['repetitionKey'] } = {
  BootNotification: (payload) => JSON.stringify(payload),
  StatusNotification: (payload) => String(memberOf(payload, 'connectorId')),
}

const calls = new Map<string, StationCall>(
  stationActions16.map((action) => [
    action,
    {
      action,
      list: lists[action],
      length: lengths[action] ?? 'short',
      isResent: resent.has(action),
      repetitionKey: repetitionKeys[action],
      receipt: receiptOf(action),
    },
  ]),
)

/** OCPP 1.6-J with its security whitepaper. */
export const protocol16: Protocol = {
  version: '1.6',
  subprotocol: 'ocpp1.6',
  formError: 'FormationViolation',
  findCall: (name) => calls.get(name) ?? null,
  isAction: (name) => readAction16(name) !== null,
  requestsBoot: (action, payload) =>
    action === 'Reset' ||
    ((action === 'TriggerMessage' || action === 'ExtendedTriggerMessage') &&
      memberOf(payload, 'requestedMessage') === 'BootNotification'),
  // Names come from `findCall`, and the types of payloads from the handlers of this version.
  tolerate: (action, side, payload) => tolerate16(action as Action16, side, payload),
  tolerateMeterValues: (list) => {
    const read = tolerate16('MeterValues', 'request', { connectorId: 0, meterValue: list })
    return read.understood ? { ...read, value: read.value.meterValue } : read
  },
  orderMembers: (action, response) => orderMembers16(action as Action16, 'response', response as never),
}
