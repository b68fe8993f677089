import type { AnswerOf, ObjectMethods, stationMethod } from '@stationmaster/contract'
import type { Refusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { EngineDeps } from './deps.ts'
import type { MethodRow } from './model-store.ts'
import { offerOf, type Question } from './refuse-method.ts'
import type { MethodFacts, Subject } from './subject.ts'

export type Offer = AnswerOf<typeof stationMethod>[number]
type Deps = Pick<EngineDeps, 'current'>
type Asked = Omit<Question, 'method'> & { viewer: Viewer }

/** Returns the methods of an object that the viewer sees, in the order of the class. */
export const offers = (deps: Deps, question: Asked): Offer[] =>
  shownMethods(deps, question).map(({ method, refusal }) => ({
    id: method.id,
    code: method.code,
    name: method.label,
    actioncode: method.action_code,
    enabled: refusal === null,
    reason: refusal?.code ?? null,
    system: method.is_system,
  }))

function shownMethods(deps: Deps, question: Asked): { method: MethodRow; refusal: Refusal | null }[] {
  const of = deps.current().classes.get(question.object.classCode)
  if (!of) return []
  return [...of.methods.values()].flatMap((method) => {
    const offer = offerOf(deps, of, { ...question, method })
    return offer ? [{ method, ...offer }] : []
  })
}

/**
 * Returns a function that computes the methods of the rows of a list from their facts, once for each
 * combination of facts and rights. The facts of a list with several classes contain class and owner.
 */
export function methodsFromFacts(
  deps: Deps,
  { viewer, subject, classCode }: { viewer: Viewer; subject: Subject; classCode: string },
): (facts: MethodFacts & Partial<Asked['object']>) => ObjectMethods {
  const ruled = new Map<string, ReadonlySet<string>>()
  const ruledOf = (code: string): ReadonlySet<string> => {
    let ids = ruled.get(code)
    if (!ids) ruled.set(code, (ids = new Set(viewer.rights.ruledObjects(code))))
    return ids
  }
  const known = new Map<string, ObjectMethods>()
  return (facts) => {
    const object = { classCode, ownerId: null, ...facts }
    const { id, ...rest } = facts
    const key = JSON.stringify(ruledOf(object.classCode).has(id) ? facts : rest)
    let methods = known.get(key)
    if (!methods) {
      const shown = shownMethods(deps, { viewer, subject, object })
      methods = Object.fromEntries(shown.map(({ method, refusal }) => [method.code, refusal?.code ?? null]))
      known.set(key, methods)
    }
    return methods
  }
}
