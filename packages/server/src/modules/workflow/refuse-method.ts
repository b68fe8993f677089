import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { type CompiledClass, stateHas } from './compile.ts'
import type { EngineDeps } from './deps.ts'
import type { MethodRow } from './model-store.ts'
import type { MethodFacts, Subject } from './subject.ts'

type Deps = Pick<EngineDeps, 'current'>

export interface Question {
  /** Null for the system. */
  viewer: Viewer | null
  subject: Subject
  object: MethodFacts & { classCode: string; ownerId: string | null }
  method: MethodRow
}

/** Returns a refusal if the viewer may not run this method now, or null. Hidden methods are refused. */
export function refusalToRun(deps: Deps, question: Question): Refusal | null {
  const of = deps.current().classes.get(question.object.classCode)
  if (!of) return refuse('class.not_found', { field: 'class' })
  if (!question.method.is_visible) return refuse('method.system_only', { field: 'code' })
  return refusalByRight(of, question) ?? refusalByObject(deps, of, question)
}

/** Returns a method that is shown, with the refusal if it is not possible now; null if it is not shown. */
export function offerOf(
  deps: Deps,
  of: CompiledClass,
  question: Question & { viewer: Viewer },
): { refusal: Refusal | null } | null {
  const { method, subject } = question
  if (!method.is_visible || !isPermitted(of, question, 'v')) return null
  const byObject = refusalByObject(deps, of, question)
  if (byObject && !subject.requests?.includes(method.code)) return null
  return { refusal: refusalByRight(of, question) ?? byObject }
}

/** Returns a refusal if the viewer has no right to run this method, or null. */
export function refusalByRight(of: CompiledClass, question: Question): Refusal | null {
  const { viewer, subject, method, object } = question
  if (!isPermitted(of, question, 'e'))
    return refuse('method.forbidden', { method: method.label, class: object.classCode })
  return viewer && subject.requests?.includes(method.code) && !viewer.rights.may('command', 'c')
    ? refuse('access.cannot_create', { class: 'command' })
    : null
}

/** For built-in classes the rights of an owner are part of their own queries. */
function isPermitted(of: CompiledClass, question: Question, letter: 'v' | 'e'): boolean {
  const { viewer, subject, object, method } = question
  if (!viewer) return true
  const { is_system: isBuiltIn } = of.row
  // methods for operators stay closed to drivers, regardless of rules
  if (isBuiltIn && viewer.isDriver && !subject.isForDrivers?.(object, method.code)) return false
  const isOwn = !isBuiltIn && object.ownerId === viewer.userId
  return viewer.rights.mayMethod(
    { classCode: object.classCode, methodCode: method.code, object: { id: object.id, isOwn } },
    letter,
  )
}

function refusalByObject(
  { current }: Deps,
  of: CompiledClass,
  { subject, object, method }: Question,
): Refusal | null {
  const prevented = subject.prevents?.(object, method.code)
  if (prevented) return prevented
  if (stateHas(current(), of, { state: object.state, method })) return null
  const state = of.states.get(object.state)?.label ?? object.state
  return (
    subject.refuse?.(object, method.code) ??
    refuse('method.not_in_state', { method: method.label, state, field: 'code' })
  )
}
