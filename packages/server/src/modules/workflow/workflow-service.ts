import { compileWorkflow, type Workflow } from './compile.ts'
import type { EngineDeps, ScriptDeps, WorkflowDeps } from './deps.ts'
import { readModel } from './model-store.ts'
import { outboxFor } from './outbox.ts'
import { objectSubject } from './object-subject.ts'
import type { Subject } from './subject.ts'
import { CompiledWorkflowIndex } from './workflow-index.ts'

type WorkflowServiceDeps = WorkflowDeps & ScriptDeps

/** The compiled object model of one server process, reloaded when it was changed. */
export class WorkflowService implements EngineDeps {
  readonly db: EngineDeps['db']
  readonly bus: EngineDeps['bus']
  readonly clock: EngineDeps['clock']
  readonly scripts: EngineDeps['scripts']
  readonly notice: EngineDeps['notice']
  readonly post: EngineDeps['post']
  readonly subjects = new Map<string, Subject>([['object', objectSubject]])
  readonly workflowIndex = new CompiledWorkflowIndex()
  readonly outbox = outboxFor(this.workflowIndex)
  private workflow: Workflow | null = null
  private lastStarted = 0
  private lastApplied = 0
  /** Called when this process uses a changed object model. */
  onChanged: () => void = () => {}

  constructor(deps: WorkflowServiceDeps) {
    this.db = deps.db
    this.bus = deps.bus
    this.clock = deps.clock
    this.scripts = deps.scripts
    this.notice = deps.notice
    this.post = deps.post
  }

  static async open(deps: WorkflowServiceDeps, onError: (error: unknown) => void): Promise<WorkflowService> {
    const service = new WorkflowService(deps)
    const reload = () => void service.refresh().catch(onError)
    deps.bus.on('workflow.changed', reload)
    deps.bus.onGap(reload)
    await service.refresh()
    return service
  }

  readonly current = (): Workflow => {
    if (!this.workflow) throw new Error('the object model was used before it was loaded')
    return this.workflow
  }

  /** Reloads the tables; of two concurrent reloads the one that began later counts. */
  async refresh(): Promise<void> {
    const started = ++this.lastStarted
    const workflow = compileWorkflow(await readModel(this.db))
    if (started < this.lastApplied) return
    this.lastApplied = started
    this.workflow = workflow
    this.workflowIndex.rebuild(workflow)
    this.onChanged()
  }

  /** Registers subjects. */
  register(...subjects: readonly Subject[]): void {
    for (const subject of subjects) this.subjects.set(subject.classCode, subject)
  }

  /** Returns the names of the handlers that events of a class may use: those of its own subject. */
  readonly handlersOf = (classCode: string): readonly string[] => this.subjects.get(classCode)?.handlers ?? []
}
