/** Built-in classes; administrators may define others. */
export const classCodes = [
  'charge_point',
  'connector',
  'transaction',
  'reservation',
  'card',
  'account',
  'command',
  'client',
  'site',
  'car',
  'incident',
  'access_rule',
  'seller',
  'invoice',
  'payment',
  'charge',
  'order',
  'tariff',
  'client_group',
] as const
export type ClassCode = (typeof classCodes)[number]

/** Areas of the console; a user can be limited to some of them. */
export const areaCodes = ['crm', 'driver', 'admin', 'ocpp'] as const
export type Area = (typeof areaCodes)[number]

/** Letters of rules: a access, c create, s select, u update, d delete. */
export const classLetters = ['a', 'c', 's', 'u', 'd'] as const
export const objectLetters = ['s', 'u', 'd'] as const
export type Verb = (typeof classLetters)[number]
export type ObjectVerb = (typeof objectLetters)[number]

/** Objects that a call is about, its operation on them, and the areas whose screens make it. */
export interface EndpointUse {
  /** Class whose rights decide; null if rights by class do not apply. */
  classCode: ClassCode | null
  /**
   * `set`: creates if the `id` of the body is null, otherwise updates. `action`: deletes if the `action` of the
   * body is `delete`, otherwise updates.
   */
  verb: Verb | 'set' | 'action'
  /** A user limited to areas needs one of these. Null: none is needed. */
  areas: readonly Area[] | null
}

type Areas = EndpointUse['areas']

/** Reading charging data serves all screens. */
export const allAreas: Areas = ['crm', 'driver', 'ocpp']
/** Changing charging data does not belong to the OCPP tools. */
export const peopleAreas: Areas = ['crm', 'driver']
export const stationAreas: Areas = ['crm', 'ocpp']
export const toolAreas: Areas = ['ocpp']

const use =
  (verb: EndpointUse['verb'], usual: Areas) =>
  (classCode: ClassCode, areas: Areas = usual): EndpointUse => ({ classCode, verb, areas })

export const sees = use('s', allAreas)
export const creates = use('c', peopleAreas)
export const updates = use('u', peopleAreas)
/** Creates or updates, by the `id` of the body. */
export const sets = use('set', peopleAreas)
/** Updates or deletes, by the `action` of the body. */
export const acts = use('action', peopleAreas)

/**
 * For calls without rights by class: the role of the caller decides (`may`), or the workflow engine by the
 * class of the object.
 */
export const noClassIn = (areas: Areas): EndpointUse => ({ classCode: null, verb: 's', areas })
/** For the caller's own data, administration, and calls that precede signing in. */
export const noClass: EndpointUse = noClassIn(null)
