import { Type } from 'typebox'
import { sees } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Bool, closed, Id } from './shapes.ts'

/** L370: favourite places of a user. */
export const maxDriverFavourites = 100

export const driverFavouriteSet = endpoint({
  path: '/driver/place/favourite/set',
  subject: 'Drivers',
  summary: 'Add a place where the caller may charge to their favourites, or remove it',
  may: 'user',
  use: sees('connector', ['driver']),
  names: 'object',
  maxPerMinute: 60,
  body: Type.Object(
    {
      /** Id of a site or station. */
      id: Id,
      favourite: Bool,
    },
    closed,
  ),
  answer: Type.Object({ favourite: Bool }),
})
