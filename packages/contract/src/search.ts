import { Type } from 'typebox'
import { allAreas, noClassIn } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { closed, Id, Instant, Nullable, Optional, Text } from './shapes.ts'

/** Number of matches of a class at which a search stops counting. */
export const maxSearchCount = 500

export const search = endpoint({
  path: '/search',
  query: true,
  names: 'rows',
  subject: 'Search',
  may: 'operator',
  use: noClassIn(allAreas),
  summary:
    'Find stations, sites, clients, cards, cars, users and sessions by text, without case, accents and separators; by the end of a code, plate or phone number: by class, the best matches first, at most 20 each; with typing errors if nothing has the text itself; by `entities` also other classes',
  body: Type.Object(
    {
      /** Empty for the first objects of the given classes. */
      text: Type.String({ maxLength: 100 }),
      /** Codes of classes, built in or defined by administrators. */
      entities: Optional(Type.Array(Text, { maxItems: 50 })),
    },
    closed,
  ),
  answer: Type.Array(
    Type.Object({
      id: Id,
      classcode: Text,
      typename: Text,
      label: Text,
      description: Nullable(Text),
      /** Time of the object, if it distinguishes it from similar ones. */
      at: Nullable(Instant),
      statename: Text,
      address: Text,
      /** Number of matches of the class, at most `maxSearchCount`; null if they are not counted. */
      classcount: Nullable(Type.Integer()),
    }),
  ),
})
