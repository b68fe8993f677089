import { Type } from 'typebox'
import { updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { closed, Id } from './shapes.ts'
import { Station } from './stations.ts'

const subject = 'Stations'

export const stationLowerProfile = endpoint({
  path: '/charge_point/profile',
  subject,
  may: 'admin',
  use: updates('charge_point'),
  fresh: true,
  summary:
    'Lower the security profile that the station must have at least, for example before its certificate is replaced by a key. The reason is stored in the audit trail',
  body: Type.Object(
    {
      id: Id,
      profile: Type.Integer({ minimum: 0, maximum: 2 }),
      reason: Type.String({ minLength: 3, maxLength: 300 }),
    },
    closed,
  ),
  answer: Station,
})
