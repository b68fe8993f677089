import { type AnswerOf, type ClassAccess, classList, classUse, mayUse } from '@stationmaster/contract'
import { useEffect } from 'react'
import { access, type May } from './access.ts'
import { endpointQuery } from './query.ts'
import { useQueryInTransition } from './use-query-in-transition.ts'

/** Query of the viewer's rights; fetched again when a hint reports a change. */
export const rightsQuery = {
  ...endpointQuery(classList, {}, { hints: ['rights.changed'] }),
  staleTime: Number.POSITIVE_INFINITY,
}

/** Applies the server's rule to the response of `/class`. */
export function mayOf(classes: AnswerOf<typeof classList>): May {
  const known = new Map(
    classes.map(({ code, access: letters, objects }) => [
      code,
      { letters, objects: new Map(objects.map((row) => [row.id, row])) },
    ]),
  )
  const rights: ClassAccess = {
    may: (classCode, verb) => known.get(classCode)?.letters[verb] ?? false,
    mayObject: ({ classCode, id }, verb) => {
      const rule = known.get(classCode)?.objects.get(id)
      // Objects that cannot be selected are not in the response.
      return rule === undefined || verb === 's' ? rights.may(classCode, verb) : rule[verb]
    },
    maySome: (classCode, verb) =>
      rights.may(classCode, verb) ||
      [...(known.get(classCode)?.objects.values() ?? [])].some((rule) => verb === 's' || rule[verb]),
  }
  return (row, body) => {
    const use = classUse(row, body)
    return use === null || mayUse(rights, use, body)
  }
}

/** Requests the rights of the viewer immediately, for a page that shows nothing without them; others get them when they are idle. */
export function useRightsImmediately(): void {
  const { data } = useQueryInTransition(rightsQuery)
  useEffect(() => {
    if (data) access.set(mayOf(data))
  }, [data])
}
