import type { Facts, ScriptRunFact } from '../../shared/facts.ts'
import type { Workflow } from './compile.ts'

/** What the fast path asks, answered from memory: where the hidden methods lead that stations cause. */
export interface WorkflowIndex {
  /** Whether an object in this state follows the word of its station; people may have taken it elsewhere. */
  follows(classCode: string, state: string, method: string): boolean
  /** Whether a script waits for this action. */
  hasScript(classCode: string, action: string): boolean
  /** A script was written down to be run. */
  queued(): void
}

/** As the built-in classes are seeded: where no object model is at hand. */
export const builtInWorkflowIndex: WorkflowIndex = {
  follows: (_classCode, state) => state !== 'disabled' && state !== 'deleted',
  hasScript: () => false,
  queued: () => {},
}

/** Which scripts wait for what one message makes true; made for each message, `begin` where it is decided. */
export class ScriptTriggers {
  private readonly workflowIndex: WorkflowIndex
  private isAny = false

  constructor(workflowIndex: WorkflowIndex) {
    this.workflowIndex = workflowIndex
  }

  /** A message may be decided again. */
  begin(): void {
    this.isAny = false
  }

  isNeeded(classCode: string, action: string): boolean {
    const isNeeded = this.workflowIndex.hasScript(classCode, action)
    this.isAny ||= isNeeded
    return isNeeded
  }

  /** Writes down what the system did with an object, where a script waits for it. */
  enqueue(facts: Facts, run: ScriptRunFact): void {
    if (this.isNeeded(run.classCode, run.action)) facts.add('scriptRuns', run)
  }

  committed(): void {
    if (this.isAny) this.workflowIndex.queued()
  }
}

const gatherMs = 100

/** Tables for the questions of the fast path; made anew when the object model changes. */
export class CompiledWorkflowIndex implements WorkflowIndex {
  private transitions = new Set<string>()
  private scripts = new Set<string>()
  private timer: NodeJS.Timeout | null = null
  /** Called shortly after scripts were written down, once for many. */
  onQueued: () => void = () => {}

  queued(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null
      this.onQueued()
    }, gatherMs).unref()
  }

  rebuild(workflow: Workflow): void {
    const transitions = new Set<string>()
    const scripts = new Set<string>()
    for (const [code, of] of workflow.classes) {
      if (!of.row.is_system || of.row.is_abstract) continue
      for (const { from, method } of of.transitions)
        for (const state of from === null ? of.states.keys() : [from])
          transitions.add(`${code} ${state} ${method}`)
      for (const [action, events] of of.events)
        if (events.some((event) => event.kind === 'script' && event.is_enabled))
          scripts.add(`${code} ${action}`)
    }
    this.transitions = transitions
    this.scripts = scripts
  }

  follows(classCode: string, state: string, method: string): boolean {
    return state === method || this.transitions.has(`${classCode} ${state} ${method}`)
  }

  hasScript(classCode: string, action: string): boolean {
    return this.scripts.size > 0 && this.scripts.has(`${classCode} ${action}`)
  }
}
