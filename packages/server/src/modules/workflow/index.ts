// Workflow: the object model that administrators shape, and the engine that runs methods on objects. Classes inherit
// states, methods, transitions and events; built-in ones are seeded by a migration and extended, never broken; their
// objects stay in their own tables and plug in as subjects. Not here: what a script may do (scripts), who may do what
// (rights), and the journal itself (audit).
export type { EngineDeps, ScriptPorts } from './deps.ts'
export type { Outcome, Wish } from './engine.ts'
export { type Methods, methodsHttp, methodsOfRoom } from './methods-http.ts'
export { workflowHttp } from './http.ts'
export { scriptRunsJob, workflowJobs } from './jobs.ts'
export type { Handled, Held, MethodCall, Subject } from './subject.ts'
export { objectsInSight } from './object-list-store.ts'
export { type Deed, tellScripts } from './tell-scripts.ts'
export { Awaited, type Told, unboundTold } from './told.ts'
export { WorkflowRoom } from './workflow-room.ts'
