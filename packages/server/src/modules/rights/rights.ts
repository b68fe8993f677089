import type { Exceptions, Rights, Scope } from '../../shared/scope.ts'
import { decideClass, decideMethod, decideObject, type Person, type Rulebook } from './decide.ts'

/** Returns the rights of a user in the form that requests and modules check. */
export function rightsOf(person: Person, book: Rulebook): Rights {
  const rights: Rights = {
    may: (classCode, verb) => decideClass(person, book, { classCode, verb }).may,
    mayMethod: (method, letter) => decideMethod(person, book, { method, letter }).may,
    mayObject: (object, verb) => decideObject(person, book, { object, verb }).may,
    maySome: (classCode, verb) =>
      rights.may(classCode, verb) ||
      ruledObjects(book, classCode).some((id) => rights.mayObject({ classCode, id }, verb)),
    ruledObjects: (classCode) => ruledObjects(book, classCode),
  }
  return rights
}

const ruledObjects = ({ objects }: Rulebook, classCode: string): string[] =>
  [...objects].filter(([, rules]) => rules.some((rule) => rule.classCode === classCode)).map(([id]) => id)

/**
 * Returns the single objects whose visibility differs from that of their class; empty if no rule names a
 * single object.
 */
export function exceptionsOf(rights: Rights, book: Rulebook): Pick<Scope, 'exceptions'> {
  if (book.objects.size === 0) return {}
  const known = new Map<string, Exceptions | null>()
  const find = (classCode: string): Exceptions | null => {
    const isOpen = rights.may(classCode, 's')
    const ids = ruledObjects(book, classCode).filter(
      (id) => rights.mayObject({ classCode, id }, 's') !== isOpen,
    )
    if (isOpen) return ids.length > 0 ? { kind: 'all-but', ids } : null
    return { kind: 'only', ids }
  }
  return {
    exceptions: (classCode) => {
      let found = known.get(classCode)
      if (found === undefined) known.set(classCode, (found = find(classCode)))
      return found
    },
  }
}
