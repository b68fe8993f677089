import { Type } from 'typebox'
import { allAreas, noClassIn } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { closed, Id, Instant, Nullable, Optional, Text } from './shapes.ts'

export const search = endpoint({
  path: '/search',
  query: true,
  names: 'rows',
  subject: 'Search',
  may: 'user',
  use: noClassIn(allAreas),
  summary:
    'Find stations, cards and sessions by text, stations and cards also without accents and separators and with typing errors if nothing has the text itself; of the classes that `entities` names alone, also other ones',
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
    }),
  ),
})
