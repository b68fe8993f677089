import { noSubscriptions, type StateChange, type Subscriptions } from '../../shared/state-change.ts'
import type { Workflow } from './compile.ts'

/** Answers from memory, for the handling of messages and state changes. */
export interface WorkflowIndex extends Subscriptions {
  /**
   * Returns true if an object in this state takes the state that its station reports; a user may have changed
   * it otherwise.
   */
  follows(classCode: string, state: string, method: string): boolean
}

/** The built-in classes as seeded, for use without an object model. */
export const builtInWorkflowIndex: WorkflowIndex = {
  ...noSubscriptions,
  follows: (_classCode, state) => state !== 'disabled' && state !== 'deleted',
}

/** Lookup tables for the handling of messages, rebuilt when the object model changes. */
export class CompiledWorkflowIndex implements WorkflowIndex {
  private transitions = new Set<string>()
  actions: readonly string[] = []

  rebuild(workflow: Workflow): void {
    const transitions = new Set<string>()
    const actions: string[] = []
    for (const [code, of] of workflow.classes) {
      if (!of.row.is_system || of.row.is_abstract) continue
      for (const { from, method } of of.transitions)
        for (const state of from === null ? of.states.keys() : [from])
          transitions.add(`${code} ${state} ${method}`)
      for (const [action, events] of of.events)
        if (events.some((event) => event.kind === 'script' && event.is_enabled))
          actions.push(`${code}.${action}`)
    }
    this.transitions = transitions
    this.actions = actions
  }

  includes({ classCode, action }: Pick<StateChange, 'classCode' | 'action'>): boolean {
    return this.actions.length > 0 && this.actions.includes(`${classCode}.${action}`)
  }

  follows(classCode: string, state: string, method: string): boolean {
    return state === method || this.transitions.has(`${classCode} ${state} ${method}`)
  }
}
