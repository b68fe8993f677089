// Workflow: the object model that administrators shape, and the engine that runs methods on objects. Classes inherit
// states, methods, transitions and events; built-in ones are seeded by a migration and extended, never broken; their
// objects stay in their own tables and plug in as subjects. Not here: what a script may do (scripts), who may do what
// (rights), and the journal itself (audit).
export type { EngineDeps, ScriptPorts } from './deps.ts'
export type { Outcome, MethodRequest as Wish } from './engine.ts'
export { type Methods, methodsHttp, methodsOfService as methodsOfRoom } from './methods-http.ts'
export { workflowHttp } from './http.ts'
export { scriptRunsJob, workflowJobs } from './jobs.ts'
export type { HandlerResult as Handled, WorkflowObject as Held, MethodCall, Subject } from './subject.ts'
export { visibleObjectRows as objectsInSight } from './object-list-store.ts'
export { type StateChange as Deed, queueScripts as tellScripts } from './queue-scripts.ts'
export {
  ScriptTriggers as Awaited,
  type WorkflowIndex as Told,
  builtInWorkflowIndex as unboundTold,
} from './workflow-index.ts'
export { WorkflowService as WorkflowRoom } from './workflow-service.ts'
