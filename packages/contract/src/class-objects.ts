import { Type } from 'typebox'
import { noClassIn, peopleAreas } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  ById,
  closed,
  Count,
  Id,
  Int,
  ListQuery,
  Nullable,
  objectColumns,
  ObjectMethods,
  Optional,
  Text,
} from './shapes.ts'
import { codeText, labelText } from './workflow-shapes.ts'

const subject = 'Objects'

/** An object of a class defined by administrators. */
export const ClassObject = Type.Object({
  ...objectColumns,
  classname: Text,
  label: Text,
  description: Nullable(Text),
  tags: Type.Array(Text),
  methods: ObjectMethods,
  version_no: Int,
})

export const objectList = endpoint({
  path: '/object/list',
  subject,
  summary: 'Objects of custom classes that the caller may see',
  may: 'user',
  use: noClassIn(peopleAreas),
  csv: true,
  body: ListQuery,
  answer: Type.Array(ClassObject),
})
export const objectCount = endpoint({
  path: '/object/count',
  subject,
  summary: 'How many objects match',
  may: 'user',
  use: noClassIn(peopleAreas),
  body: ListQuery,
  answer: Count,
})
export const objectGet = endpoint({
  path: '/object/get',
  subject,
  summary: 'One object',
  may: 'user',
  use: noClassIn(peopleAreas),
  body: ById,
  answer: ClassObject,
})
export const objectSet = endpoint({
  path: '/object/set',
  subject,
  summary: 'Add an object (id null) to a class or change one; its state is changed by methods',
  may: 'user',
  use: noClassIn(peopleAreas),
  body: Type.Object(
    {
      id: Nullable(Id),
      class: Optional(codeText),
      typecode: Optional(codeText),
      label: Optional(labelText),
      description: Optional(Nullable(Type.String({ maxLength: 2000 }))),
      tags: Optional(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 32 })),
      /** For optimistic locking: 409 if another user has changed the object since this number was read. */
      version_no: Optional(Int),
    },
    closed,
  ),
  answer: ClassObject,
})
