// Workflow: the object model that administrators edit, and the engine that runs methods on objects. Classes
// inherit states, methods, transitions and events. Built-in classes are seeded by a migration and can be
// extended but not broken; their objects stay in their own tables and are made available by subjects. Not
// here: running code of scripts (scripts), rights (rights), and the audit trail (audit).
export type { EngineDeps, ScriptPorts } from './deps.ts'
export type { Outcome, MethodRequest } from './engine.ts'
export { type Methods, methodsHttp, methodsOfService } from './methods-http.ts'
export { workflowHttp } from './http.ts'
export { onStateChanges, workflowJobs } from './jobs.ts'
export type {
  HandlerResult,
  MethodCall,
  MethodFacts,
  Subject,
  WithFacts,
  WorkflowObject,
} from './subject.ts'
export { visibleObjectRows } from './object-list-store.ts'
export { type Outbox, outboxFor } from './outbox.ts'
export { type WorkflowIndex, builtInWorkflowIndex } from './workflow-index.ts'
export { type StationWorkflow, WorkflowService } from './workflow-service.ts'
