// Workflow: the object model that administrators edit, and the engine that runs methods on objects. Classes
// inherit states, methods, transitions and events. Built-in classes are seeded by a migration and can be
// extended but not broken; their objects stay in their own tables and are made available by subjects. Not
// here: running code of scripts (scripts), rights (rights), and the audit trail (audit).
import type { ModuleContext } from '../module.ts'
import type { ScriptDeps } from './deps.ts'
import { workflowHttp } from './http.ts'
import { workflowJobs } from './jobs.ts'
import { methodsHttp, methodsOfService } from './methods-http.ts'
import { visibleObjectRows } from './object-list-store.ts'
import type { Subject } from './subject.ts'
import { WorkflowService } from './workflow-service.ts'

export type { Outbox } from './outbox.ts'
export { type WorkflowIndex, builtInWorkflowIndex } from './workflow-index.ts'
export type { Methods } from './methods-http.ts'
export type {
  HandlerResult,
  MethodCall,
  MethodFacts,
  Subject,
  WithFacts,
  WorkflowObject,
} from './subject.ts'

export async function registerWorkflow(ctx: ModuleContext, deps: ScriptDeps) {
  const service = await WorkflowService.open({ ...ctx, ...deps }, (error) =>
    ctx.log.error({ err: error }, 'workflow: the object model could not be reloaded'),
  )
  return {
    handlers: { ...workflowHttp(service), ...methodsHttp(service) },
    jobs: workflowJobs(service),
    methods: methodsOfService(service),
    workflowIndex: service.workflowIndex,
    outbox: service.outbox,
    /** Objects of administrators' classes, for the search. */
    customObjects: visibleObjectRows(service),
    /** Calls a function each time this process uses a changed object model. */
    onChanged: (listener: () => void) => void (service.onChanged = listener),
    /** Adds the subjects of other modules. */
    addSubjects: (subjects: readonly Subject[]) => service.register(...subjects),
  }
}
