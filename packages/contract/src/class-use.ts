import type { Endpoint } from './endpoint.ts'
import type { ObjectVerb, Verb } from './endpoint-use.ts'

/** Class of objects that a call is about, and the operation. */
export interface ClassUse {
  classCode: string
  verb: Verb
}

/** Returns null if rights by class do not apply to an endpoint (`EndpointUse`). */
export function classUse({ use }: Pick<Endpoint, 'use'>, body: unknown): ClassUse | null {
  const { classCode, verb } = use
  if (classCode === null) return null
  const { id, action } = (body ?? {}) as { id?: unknown; action?: unknown } // validated against its schema
  if (verb === 'set') return { classCode, verb: id === null ? 'c' : 'u' }
  if (verb === 'action') return { classCode, verb: action === 'delete' ? 'd' : 'u' }
  return { classCode, verb }
}

/** Rights of a user on classes and single objects, as far as a call needs them. */
export interface ClassAccess {
  /** Without access to the class every other verb is false. */
  may: (classCode: string, verb: Verb) => boolean
  mayObject: (object: { classCode: string; id: string }, verb: ObjectVerb) => boolean
  /** Returns true by the right on the class, or by a rule on at least one object of it. */
  maySome: (classCode: string, verb: ObjectVerb) => boolean
}

/**
 * Returns true if a user may make a call with this body, as far as rights by class and object decide. The
 * server checks it for every call, the console before it offers one.
 */
export function mayUse(access: ClassAccess, { classCode, verb }: ClassUse, body: unknown): boolean {
  if (verb === 'a' || verb === 'c') return access.may(classCode, verb)
  const { id } = (body ?? {}) as { id?: unknown } // validated against its schema
  if (verb === 's' || typeof id !== 'string') return access.maySome(classCode, verb)
  const object = { classCode, id }
  // an object hidden by a rule does not exist for the caller: the handler returns its own refusal
  const isHidden = access.may(classCode, 's') && !access.mayObject(object, 's')
  return isHidden || access.mayObject(object, verb)
}
