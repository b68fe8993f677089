import type {
  AnswerOf,
  workflowActionSet,
  workflowClassGet,
  workflowClassSet,
  workflowEventSet,
  workflowMethodSet,
  workflowStateSet,
  workflowTransitionSet,
  workflowTypeSet,
} from '@stationmaster/contract'
import { isFixed } from './built-in.ts'
import type { CompiledClass, Workflow } from './compile.ts'
import type {
  ActionRow,
  ClassRow,
  EventRow,
  MethodRow,
  StateRow,
  TransitionRow,
  TypeRow,
} from './model-store.ts'

type Shown = {
  class: AnswerOf<typeof workflowClassSet>
  type: AnswerOf<typeof workflowTypeSet>
  state: AnswerOf<typeof workflowStateSet>
  action: AnswerOf<typeof workflowActionSet>
  method: AnswerOf<typeof workflowMethodSet>
  transition: AnswerOf<typeof workflowTransitionSet>
  event: AnswerOf<typeof workflowEventSet>
}

export const shownClass = (row: ClassRow): Shown['class'] => ({
  id: row.code,
  code: row.code,
  parentcode: row.parent_code,
  entity: row.entity,
  name: row.name,
  description: row.description,
  abstract: row.is_abstract,
  system: row.is_system,
  sequence: row.sequence,
  version_no: row.version_no,
})

export const shownAction = (row: ActionRow): Shown['action'] => ({
  id: row.code,
  code: row.code,
  label: row.label,
  sequence: row.sequence,
  system: row.is_system,
  version_no: row.version_no,
})

interface Own {
  id: string
  class_code: string
  is_system: boolean
  version_no: number
}

/** Returns the row as seen from a class; without one, from its own class. */
const own = (row: Own, from: string | undefined) => ({
  id: row.id,
  classcode: row.class_code,
  inherited: from !== undefined && from !== row.class_code,
  system: row.is_system,
  version_no: row.version_no,
})

export const shownType = (row: TypeRow, from?: string): Shown['type'] => ({
  ...own(row, from),
  code: row.code,
  name: row.name,
  description: row.description,
  sequence: row.sequence,
})

export const shownState = (row: StateRow, from?: string): Shown['state'] => ({
  ...own(row, from),
  code: row.code,
  label: row.label,
  statetypecode: row.state_type,
  sequence: row.sequence,
})

export const shownMethod = (workflow: Workflow, row: MethodRow, from?: string): Shown['method'] => ({
  ...own(row, from),
  stateid: row.state_id,
  statecode: row.state_id === null ? null : workflow.stateById.get(row.state_id)!.code,
  actioncode: row.action_code,
  code: row.code,
  label: row.label,
  visible: row.is_visible,
  sequence: row.sequence,
})

export const shownTransition = (
  workflow: Workflow,
  row: TransitionRow,
  from?: string,
): Shown['transition'] => ({
  ...own(row, from),
  stateid: row.state_id,
  statecode: row.state_id === null ? null : workflow.stateById.get(row.state_id)!.code,
  methodid: row.method_id,
  methodcode: workflow.methodById.get(row.method_id)!.code,
  newstateid: row.new_state_id,
  newstatecode: workflow.stateById.get(row.new_state_id)!.code,
})

export const shownEvent = (row: EventRow, from?: string): Shown['event'] => ({
  ...own(row, from),
  actioncode: row.action_code,
  sequence: row.sequence,
  kind: row.kind,
  label: row.label,
  handler: row.handler,
  script: row.script,
  enabled: row.is_enabled,
})

/** Returns the events of a class as rows: own events of an action replace the inherited ones. */
const eventRowsOf = (workflow: Workflow, of: CompiledClass): EventRow[] => {
  const nearest = new Map<string, string>()
  for (const code of of.path)
    for (const event of workflow.model.events)
      if (event.class_code === code) nearest.set(event.action_code, code)
  return workflow.model.events.filter((event) => nearest.get(event.action_code) === event.class_code)
}

/** Returns the rows of each kind that a class has, own and inherited; without a class, all rows. */
export function rowsOf(workflow: Workflow, of: CompiledClass | null) {
  const { model } = workflow
  const from = of?.row.code
  return {
    types: (of ? [...of.types.values()] : model.types).map((row) => shownType(row, from)),
    states: (of ? [...of.states.values()] : model.states).map((row) => shownState(row, from)),
    methods: (of ? [...of.methods.values()] : model.methods).map((row) => shownMethod(workflow, row, from)),
    transitions: (of ? of.transitions.map(({ row }) => row) : model.transitions).map((row) =>
      shownTransition(workflow, row, from),
    ),
    events: (of ? eventRowsOf(workflow, of) : model.events).map((row) => shownEvent(row, from)),
  }
}

export const shownWhole = (
  workflow: Workflow,
  of: CompiledClass,
  handlers: readonly string[],
): AnswerOf<typeof workflowClassGet> => ({
  class: shownClass(of.row),
  ancestors: of.path.slice(0, -1).map((code) => shownClass(workflow.classes.get(code)!.row)),
  ...rowsOf(workflow, of),
  actions: workflow.model.actions.map(shownAction),
  handlers: [...handlers],
  fixed: isFixed(of.row.code),
})
