import { Type } from 'typebox'
import { noClassIn, peopleAreas, sees, stationAreas } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Bool, closed, Id, JustId, Nullable, Optional, Text } from './shapes.ts'
import { codeText } from './workflow-shapes.ts'

const subject = 'Methods'

/** A method that an object offers to the caller in its current state. */
export const MethodOffer = Type.Object({
  id: Id,
  code: Text,
  name: Text,
  actioncode: Text,
  /** False if it is shown but the caller cannot run it now. */
  enabled: Bool,
  /** Code of the error that running it would return; null if enabled. */
  reason: Nullable(Text),
  /** True if built in; false if added by an administrator. */
  system: Bool,
})

export const methodRun = endpoint({
  path: '/method/run',
  subject,
  summary: 'Run a method of any object: by its id, or by the code of the method or of its action',
  may: 'user',
  use: noClassIn(peopleAreas),
  body: Type.Object(
    {
      id: Id,
      method: Optional(Id),
      code: Optional(codeText),
      params: Optional(Type.Record(Text, Type.Unknown())),
    },
    closed,
  ),
  answer: Type.Object({
    object: Id,
    method: Text,
    action: Text,
    newstate: Text,
    /** Result if a command was sent to a station, or the ids of what was created. */
    outcome: Optional(Type.Unknown()),
  }),
})

export const stationMethod = endpoint({
  path: '/charge_point/method',
  subject,
  summary: 'Methods that the caller can run on the station now',
  may: 'operator',
  use: sees('charge_point'),
  body: JustId,
  answer: Type.Array(MethodOffer),
})
export const connectorMethod = endpoint({
  path: '/connector/method',
  subject,
  summary: 'Methods that the caller can run on the connector now',
  may: 'operator',
  use: sees('connector'),
  body: JustId,
  answer: Type.Array(MethodOffer),
})
export const cardMethod = endpoint({
  path: '/card/method',
  subject,
  summary: 'Methods that the caller can run on the card now',
  may: 'user',
  use: sees('card'),
  body: JustId,
  answer: Type.Array(MethodOffer),
})
export const transactionMethod = endpoint({
  path: '/charge_point/transaction/method',
  subject,
  summary: 'Methods that the caller can run on the transaction now; its id, not its number',
  may: 'user',
  use: sees('transaction'),
  body: JustId,
  answer: Type.Array(MethodOffer),
})
export const reservationMethod = endpoint({
  path: '/reservation/method',
  subject,
  summary: 'Methods that the caller can run on the reservation now; its id, not its number',
  may: 'user',
  use: sees('reservation'),
  body: JustId,
  answer: Type.Array(MethodOffer),
})
export const commandMethod = endpoint({
  path: '/command/method',
  subject,
  summary: 'Methods that the caller can run on the command now',
  may: 'operator',
  use: sees('command', stationAreas),
  body: JustId,
  answer: Type.Array(MethodOffer),
})
