// Workflow: the object model that administrators shape. Classes inherit states, methods, transitions and events;
// built-in ones are seeded by a migration and extended, never broken. Not here: what a script may do (scripts),
// who may do what (people), and the journal itself (audit).
export type { Actor, Change, WorkflowDeps } from './deps.ts'
export { workflowHttp } from './http.ts'
