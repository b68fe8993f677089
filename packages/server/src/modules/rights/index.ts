// Rights: what users may do with classes of objects, their methods and single objects beyond the defaults of
// their interface, and because of which rule. Requests and explanations use the same functions (decide.ts).
// Not here: whose rows a user sees at all (scopes), and who may call an endpoint (its definition).
export type { Rulebook } from './decide.ts'
export type { Person } from './defaults.ts'
export type { RightsDeps } from './deps.ts'
export { rightsHttp } from './http.ts'
export { exceptionsOf, rightsOf } from './rights.ts'
export { rulebookOf, rulesOf, type StoredRules } from './rule-store.ts'
