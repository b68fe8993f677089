import { type TObject, type TProperties, Type } from 'typebox'
import { type ClassCode, sees, sets } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { MethodOffer } from './methods.ts'
import { ById, closed, Count, Id, Int, JustId, ListQuery, Nullable, Optional, Text } from './shapes.ts'

/** Tags of an object. */
export const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 32 })

/** Returns the schema of an optional text that can be removed. */
export const optionalText = (maxLength: number) => Optional(Nullable(Type.String({ maxLength })))

/** Number of an object, unique within its account. */
export const objectCode = Optional(Type.String({ minLength: 1, maxLength: 40 }))

/** Client of an object. */
export const clientRef = { client: Nullable(Id), clientcode: Nullable(Text), clientname: Nullable(Text) }

/** Types of a class. */
const TypeRows = Type.Array(Type.Object({ id: Text, code: Text, name: Text, description: Nullable(Text) }))

/** Returns the endpoint `/<class>/type`. */
export const typeEndpoint = <const Code extends ClassCode, const May extends 'operator' | 'user' = 'user'>(
  classCode: Code,
  { subject, may = 'user' as May }: { subject: string; may?: May },
) =>
  endpoint({
    subject,
    may,
    use: sees(classCode),
    path: `/${classCode}/type` as const,
    summary: 'The types of the class',
    body: Type.Object({ fields: Optional(Type.Array(Text)) }, closed),
    answer: TypeRows,
  })

/**
 * Returns the endpoints of a class of objects that users create and edit: `/<class>/list`, `count`, `get`, `set`,
 * `method` and `type`. Operators may call them, with `may` others, too; rights by class decide.
 * @param fields fields of `/<class>/set`, all optional; those that a new object requires are checked by the server
 */
export function businessObjectEndpoints<
  const Code extends ClassCode,
  Row extends TObject,
  F extends TProperties,
  const May extends 'operator' | 'user' = 'operator',
>(
  classCode: Code,
  {
    subject,
    one,
    row,
    fields,
    may = 'operator' as May,
    ...limits
  }: { subject: string; one: string; row: Row; fields: F; may?: May; maxBytes?: number },
) {
  const of = { subject, may, use: sees(classCode) }
  const path = <Verb extends string>(verb: Verb) => `/${classCode}/${verb}` as const
  return {
    list: endpoint({
      ...of,
      path: path('list'),
      summary: `${subject} that the caller may see`,
      csv: true,
      body: ListQuery,
      answer: Type.Array(row),
    }),
    count: endpoint({
      ...of,
      path: path('count'),
      summary: `How many ${subject.toLowerCase()} match`,
      body: ListQuery,
      answer: Count,
    }),
    get: endpoint({ ...of, path: path('get'), summary: `One ${one}`, body: ById, answer: row }),
    set: endpoint({
      ...of,
      ...limits,
      use: sets(classCode),
      path: path('set'),
      summary: `Add a ${one} (id null) or change one`,
      body: Type.Object(
        {
          id: Nullable(Id),
          description: optionalText(2000),
          typecode: Optional(Type.String({ minLength: 1, maxLength: 60 })),
          tags: Optional(Tags),
          /** For optimistic locking: 409 if another user has changed the object since this number was read. */
          version_no: Optional(Int),
          ...fields,
        },
        closed,
      ),
      answer: row,
    }),
    method: endpoint({
      ...of,
      path: path('method'),
      summary: `Methods that the caller can run on the ${one} now`,
      body: JustId,
      answer: Type.Array(MethodOffer),
    }),
    type: typeEndpoint(classCode, { subject, may }),
  }
}
