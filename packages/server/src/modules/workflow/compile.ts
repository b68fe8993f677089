import type {
  ActionRow,
  ClassRow,
  EventRow,
  MethodRow,
  Model,
  StateRow,
  TransitionRow,
  TypeRow,
} from './model-store.ts'

/**
 * A class with its own and inherited members. Codes name states and methods: an own one replaces an inherited
 * one.
 */
export interface CompiledClass {
  row: ClassRow
  /** Codes from the root down to the class itself. */
  path: readonly string[]
  types: ReadonlyMap<string, TypeRow>
  states: ReadonlyMap<string, StateRow>
  methods: ReadonlyMap<string, MethodRow>
  transitions: readonly CompiledTransition[]
  /** Events of each action in the order in which they run, with `parent` replaced by the inherited events. */
  events: ReadonlyMap<string, readonly EventRow[]>
}

/** A transition with codes; `from` is null for any state. */
export interface CompiledTransition {
  row: TransitionRow
  from: string | null
  method: string
  to: string
}

export interface Workflow {
  model: Model
  classes: ReadonlyMap<string, CompiledClass>
  actions: ReadonlyMap<string, ActionRow>
  stateById: ReadonlyMap<string, StateRow>
  typeById: ReadonlyMap<string, TypeRow>
  methodById: ReadonlyMap<string, MethodRow>
}

const byId = <Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))

/** Compiles the tables for the engine. Pure: the result depends on the rows only. */
export function compileWorkflow(model: Model): Workflow {
  const stateById = byId(model.states)
  const methodById = byId(model.methods)
  const classes = new Map<string, CompiledClass>()
  for (const row of inOrder(model.classes)) {
    const parent = row.parent_code === null ? null : classes.get(row.parent_code)!
    classes.set(row.code, compileClass({ model, row, parent: parent ?? null, stateById, methodById }))
  }
  return {
    model,
    classes,
    actions: new Map(model.actions.map((row) => [row.code, row])),
    stateById,
    typeById: byId(model.types),
    methodById,
  }
}

/** Returns classes with parents before their children, otherwise in the order of the rows. */
export function inOrder(rows: readonly ClassRow[]): ClassRow[] {
  const below = (parent: string | null): ClassRow[] =>
    rows.filter((row) => row.parent_code === parent).flatMap((row) => [row, ...below(row.code)])
  return below(null)
}

interface CompileInput {
  model: Model
  row: ClassRow
  parent: CompiledClass | null
  stateById: ReadonlyMap<string, StateRow>
  methodById: ReadonlyMap<string, MethodRow>
}

function compileClass({ model, row, parent, stateById, methodById }: CompileInput): CompiledClass {
  const isOwn = (other: { class_code: string }) => other.class_code === row.code
  const ways = new Map((parent?.transitions ?? []).map((way) => [nameOf(way), way]))
  for (const transition of model.transitions.filter(isOwn)) {
    const way = {
      row: transition,
      from: transition.state_id === null ? null : stateById.get(transition.state_id)!.code,
      method: methodById.get(transition.method_id)!.code,
      to: stateById.get(transition.new_state_id)!.code,
    }
    ways.set(nameOf(way), way)
  }
  return {
    row,
    path: [...(parent?.path ?? []), row.code],
    types: merge(parent?.types, model.types.filter(isOwn)),
    states: merge(parent?.states, model.states.filter(isOwn)),
    methods: merge(parent?.methods, model.methods.filter(isOwn)),
    transitions: [...ways.values()],
    events: eventsOf(model.events.filter(isOwn), parent?.events ?? new Map()),
  }
}

const nameOf = ({ from, method }: Pick<CompiledTransition, 'from' | 'method'>): string =>
  `${from ?? '*'} ${method}`

/**
 * Merges own and inherited rows in the order of `sequence`; own rows replace inherited ones with the same
 * code.
 */
function merge<Row extends { code: string; sequence: number }>(
  inherited: ReadonlyMap<string, Row> | undefined,
  own: readonly Row[],
): Map<string, Row> {
  const all = new Map(inherited)
  for (const row of own) all.set(row.code, row)
  return new Map([...all].sort(([, a], [, b]) => a.sequence - b.sequence))
}

/**
 * Merges events by action: own events replace the inherited ones, which run in place of an event of kind
 * `parent`.
 */
function eventsOf(
  own: readonly EventRow[],
  inherited: ReadonlyMap<string, readonly EventRow[]>,
): Map<string, readonly EventRow[]> {
  const all = new Map(inherited)
  for (const action of new Set(own.map((event) => event.action_code))) {
    const events = own
      .filter((event) => event.action_code === action)
      .flatMap((event) =>
        event.kind === 'parent' && event.is_enabled ? (inherited.get(action) ?? []) : [event],
      )
    all.set(action, events)
  }
  return all
}

// --- methods of a state

export const isDeleted = (of: CompiledClass, state: string): boolean =>
  of.states.get(state)?.state_type === 'deleted'

/** Returns the transition of a method from a state: that of the state, else that of any state. */
export function transitionFrom(of: CompiledClass, state: string, method: string): CompiledTransition | null {
  const ways = of.transitions.filter((way) => way.method === method)
  return (
    ways.find((way) => way.from === state) ??
    (isDeleted(of, state) ? null : (ways.find((way) => way.from === null) ?? null))
  )
}

/**
 * Returns true if a state has a method. A method of one state exists in that state only; a method of any
 * state exists where its transitions begin or, if it has none, in every state that is not of the type
 * `deleted`.
 */
export function stateHas(
  workflow: Workflow,
  of: CompiledClass,
  { state, method }: { state: string; method: MethodRow },
): boolean {
  if (!of.states.has(state)) return false
  if (method.state_id !== null) return workflow.stateById.get(method.state_id)?.code === state
  const leads = of.transitions.some((way) => way.method === method.code)
  return leads ? transitionFrom(of, state, method.code) !== null : !isDeleted(of, state)
}

/** Returns the methods of a state, including hidden ones. */
export const methodsOf = (workflow: Workflow, of: CompiledClass, state: string): MethodRow[] =>
  [...of.methods.values()].filter((method) => stateHas(workflow, of, { state, method }))

/** Returns the initial state of a new object: the first of the type `created`, else the first one. */
export function firstState(of: CompiledClass): StateRow | null {
  const states = [...of.states.values()]
  return states.find((state) => state.state_type === 'created') ?? states[0] ?? null
}

/** Returns the class and its descendants. */
export const familyOf = (workflow: Workflow, code: string): CompiledClass[] =>
  [...workflow.classes.values()].filter(({ path }) => path.includes(code))
