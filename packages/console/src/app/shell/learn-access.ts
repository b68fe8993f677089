import { type AnswerOf, type ClassAccess, classList, classUse, mayUse } from '@stationmaster/contract'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { access, forgetAccess, type May } from '../../lib/access.ts'
import { endpointQuery } from '../../lib/query.ts'

/**
 * Fetches the rights of the viewer, and again when a hint reports a change. Returns a function that stops
 * listening.
 */
export function learnAccess(queries: QueryClient): () => void {
  const classes = new QueryObserver(queries, {
    ...endpointQuery(classList, {}, { hints: ['rights.changed'] }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const stop = classes.subscribe(({ data }) => {
    if (data) access.set(mayOf(data))
  })
  return () => {
    stop()
    forgetAccess()
  }
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
