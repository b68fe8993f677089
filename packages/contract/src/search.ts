import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { closed, Id, Nullable, Optional, Text } from './shapes.ts'

export const search = endpoint({
  path: '/search',
  names: 'rows',
  subject: 'Search',
  may: 'user',
  summary: 'Find stations, cards and sessions by text',
  body: Type.Object(
    { text: Type.String({ minLength: 1, maxLength: 100 }), entities: Optional(Type.Array(Text)) },
    closed,
  ),
  answer: Type.Array(
    Type.Object({
      id: Id,
      classcode: Text,
      typename: Text,
      label: Text,
      description: Nullable(Text),
      statename: Text,
      address: Text,
    }),
  ),
})
