// Workflow: the object model that administrators shape, and the engine that runs methods on objects. Classes inherit
// states, methods, transitions and events; built-in ones are seeded by a migration and extended, never broken; their
// objects stay in their own tables and plug in as subjects. Not here: what a script may do (scripts), who may do what
// (rights), and the journal itself (audit).
export type { EngineDeps, ScriptPorts } from './deps.ts'
export type { Outcome, MethodRequest } from './engine.ts'
export { type Methods, methodsHttp, methodsOfService } from './methods-http.ts'
export { workflowHttp } from './http.ts'
export { scriptRunsJob, workflowJobs } from './jobs.ts'
export type { HandlerResult, WorkflowObject, MethodCall, Subject } from './subject.ts'
export { visibleObjectRows } from './object-list-store.ts'
export { type StateChange, queueScripts } from './queue-scripts.ts'
export {
  ScriptTriggers,
  type WorkflowIndex,
  builtInWorkflowIndex,
} from './workflow-index.ts'
export { WorkflowService } from './workflow-service.ts'
