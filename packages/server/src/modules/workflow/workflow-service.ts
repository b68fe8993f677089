import { compileWorkflow, type Workflow } from './compile.ts'
import type { EngineDeps, ScriptPorts, WorkflowDeps } from './deps.ts'
import { readModel } from './model-store.ts'
import { objectSubject } from './object-subject.ts'
import type { Subject } from './subject.ts'
import { CompiledWorkflowIndex } from './workflow-index.ts'

type Needs = WorkflowDeps & ScriptPorts

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
  private workflow: Workflow | null = null
  private begun = 0
  private shown = 0

  constructor(needs: Needs) {
    this.db = needs.db
    this.bus = needs.bus
    this.clock = needs.clock
    this.scripts = needs.scripts
    this.notice = needs.notice
    this.post = needs.post
  }

  static async open(needs: Needs, complain: (error: unknown) => void): Promise<WorkflowService> {
    const service = new WorkflowService(needs)
    const again = () => void service.refresh().catch(complain)
    needs.bus.on('workflow.changed', again)
    needs.bus.onGap(again)
    await service.refresh()
    return service
  }

  readonly current = (): Workflow => {
    if (!this.workflow) throw new Error('the object model was asked for before it was read')
    return this.workflow
  }

  /** Reloads the tables; of two concurrent reloads the one that began later counts. */
  async refresh(): Promise<void> {
    const turn = ++this.begun
    const workflow = compileWorkflow(await readModel(this.db))
    if (turn < this.shown) return
    this.shown = turn
    this.workflow = workflow
    this.workflowIndex.rebuild(workflow)
  }

  /** Registers subjects. */
  plug(...subjects: readonly Subject[]): void {
    for (const subject of subjects) this.subjects.set(subject.classCode, subject)
  }

  /** Returns the names of the handlers that events of a class may use: those of its own subject. */
  readonly handlersOf = (classCode: string): readonly string[] => this.subjects.get(classCode)?.handlers ?? []
}
