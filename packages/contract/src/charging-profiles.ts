import { Type } from 'typebox'
import { creates, sees, stationAreas } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { closed, Done, Id, Instant, Int, JustId, ListQuery, Nullable, Optional, Text } from './shapes.ts'

export const ChargingProfile = Type.Object({
  id: Id,
  profileid: Int,
  description: Text,
  profile: Type.Unknown(),
  purpose: Text,
  stacklevel: Int,
  created: Instant,
  lastupdate: Instant,
  installed: Type.Array(Type.Object({ identity: Text, connectorid: Int, at: Instant })),
})

export const profileList = endpoint({
  path: '/charging_profile/list',
  subject: 'Charging profiles',
  summary: 'Stored charging profiles',
  may: 'operator',
  use: sees('command', stationAreas),
  body: ListQuery,
  answer: Type.Array(ChargingProfile),
})

export const profileSet = endpoint({
  path: '/charging_profile/set',
  subject: 'Charging profiles',
  may: 'operator',
  use: creates('command', stationAreas),
  summary: 'Store a charging profile with a description, to be reused by its id',
  body: Type.Object(
    {
      id: Nullable(Id),
      description: Optional(Type.String({ minLength: 1, maxLength: 200 })),
      profile: Optional(Type.Record(Text, Type.Unknown())),
    },
    closed,
  ),
  answer: ChargingProfile,
})

export const profileDelete = endpoint({
  path: '/charging_profile/delete',
  subject: 'Charging profiles',
  summary: 'Remove a stored profile',
  may: 'operator',
  use: creates('command', stationAreas),
  body: JustId,
  answer: Done,
})
