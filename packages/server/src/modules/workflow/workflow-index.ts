import type { Facts, ScriptRunFact } from '../../shared/facts.ts'
import type { Workflow } from './compile.ts'

/** Answers from memory, for the handling of messages: the transitions of hidden methods that stations cause. */
export interface WorkflowIndex {
  /**
   * Returns true if an object in this state takes the state that its station reports; a user may have changed
   * it otherwise.
   */
  follows(classCode: string, state: string, method: string): boolean
  /** Returns true if a script is registered for this action. */
  hasScript(classCode: string, action: string): boolean
  /** Call it if a script trigger was stored. */
  queued(): void
}

/** The built-in classes as seeded, for use without an object model. */
export const builtInWorkflowIndex: WorkflowIndex = {
  follows: (_classCode, state) => state !== 'disabled' && state !== 'deleted',
  hasScript: () => false,
  queued: () => {},
}

/** Script triggers of one message; created for each message, with `begin` called when it is decided. */
export class ScriptTriggers {
  private readonly workflowIndex: WorkflowIndex
  private isAny = false

  constructor(workflowIndex: WorkflowIndex) {
    this.workflowIndex = workflowIndex
  }

  /** Resets the triggers, because a message may be decided again. */
  begin(): void {
    this.isAny = false
  }

  isNeeded(classCode: string, action: string): boolean {
    const isNeeded = this.workflowIndex.hasScript(classCode, action)
    this.isAny ||= isNeeded
    return isNeeded
  }

  /** Stores a script trigger for a state change if a script is registered for it. */
  enqueue(facts: Facts, run: ScriptRunFact): void {
    if (this.isNeeded(run.classCode, run.action)) facts.add('scriptRuns', run)
  }

  committed(): void {
    if (this.isAny) this.workflowIndex.queued()
  }
}

const gatherMs = 100

/** Lookup tables for the handling of messages, rebuilt when the object model changes. */
export class CompiledWorkflowIndex implements WorkflowIndex {
  private transitions = new Set<string>()
  private scripts = new Set<string>()
  private timer: NodeJS.Timeout | null = null
  /** Called shortly after script triggers were stored, once for several. */
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
