// Rights: what people may do with classes of objects and their methods beyond the defaults of their interface, and
// because of which rule. Not here: whose rows a person sees at all (scopes), and who may call an endpoint (its row).
export type { Rulebook } from './decide.ts'
export type { Person } from './defaults.ts'
export { rightsHttp } from './http.ts'
export { rightsOf } from './rights.ts'
