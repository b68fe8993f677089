import type { Rights } from '../../shared/scope.ts'
import { decideClass, decideMethod, type Rulebook } from './decide.ts'
import type { Person } from './defaults.ts'

/** What a person may do, as the door and the modules ask for it. */
export const rightsOf = (person: Person, book: Rulebook): Rights => ({
  may: (classCode, verb) => decideClass(person, book, classCode, verb).may,
  mayMethod: (classCode, methodCode, letter) =>
    decideMethod(person, book, { classCode, methodCode }, letter).may,
})
