/** Input of the diagram for a class; codes identify states and methods within it. */
export interface DrawnState {
  code: string
  label: string
  statetypecode: StateType
}
export interface DrawnMethod {
  code: string
  label: string
  /** False if only the system runs it. */
  visible: boolean
  /** The only state that has it; null for any. */
  statecode: string | null
}
export interface DrawnTransition {
  id: string
  /** Null: from any state. */
  statecode: string | null
  methodcode: string
  newstatecode: string
}
export interface DrawnClass {
  states: readonly DrawnState[]
  methods: readonly DrawnMethod[]
  transitions: readonly DrawnTransition[]
}
export type StateType = 'created' | 'enabled' | 'disabled' | 'deleted'

/** A method on an arrow, with the transitions it represents: one, or those of a bundle. */
export interface Ride {
  key: string
  method: DrawnMethod
  transitions: readonly DrawnTransition[]
}
/** A state as a box; transitions from the state to itself are drawn inside. */
export interface StateBox {
  kind: 'state'
  key: string
  state: DrawnState
  isFirst: boolean
  stays: readonly Ride[]
}
/**
 * Transitions from many states to one: a box of their own, so that their lines do not cross the whole
 * diagram.
 */
export interface SourceBox {
  kind: 'source'
  key: string
  /** Codes of the states; null for any. */
  from: readonly string[] | null
  to: string
  rides: readonly Ride[]
}
export type Box = StateBox | SourceBox
export interface Arrow {
  key: string
  from: string
  to: string
  /** Its labels; none if it starts in a box of many states. */
  rides: readonly Ride[]
}
export interface Picture {
  boxes: readonly Box[]
  arrows: readonly Arrow[]
  /** Methods without a transition: they can be run in every state. */
  loose: readonly DrawnMethod[]
}

/** From this number of states on, the transitions of a method to one state are drawn as one arrow. */
const bundled = 4

const stateKey = (code: string): string => `state ${code}`
export const codeOfState = (key: string): string => key.slice(stateKey('').length)

/** Returns the state of new objects. */
export const firstStateOf = (states: readonly DrawnState[]): DrawnState | undefined =>
  states.find(({ statetypecode }) => statetypecode === 'created') ?? states[0]

/** Converts the rows of a class to what is drawn; `hidden` methods only on request. */
export function pictureOf({ states, methods, transitions }: DrawnClass, withHidden: boolean): Picture {
  const known = new Set(states.map(({ code }) => code))
  const shown = methods.filter((method) => method.visible || withHidden)
  const first = firstStateOf(states)
  const stays = new Map<string, Ride[]>()
  const arrows = new Map<string, Arrow & { rides: Ride[] }>()
  const sources = new Map<string, SourceBox & { rides: Ride[] }>()
  const join = (from: string, to: string, ...rides: Ride[]): void => {
    const key = `${from} > ${to}`
    const arrow = arrows.get(key) ?? { key, from, to, rides: [] }
    arrow.rides.push(...rides)
    arrows.set(key, arrow)
  }
  for (const method of shown)
    for (const [to, ways] of waysOf(method, transitions, known)) {
      const from = ways.map(({ statecode }) => statecode)
      const isAny = from.includes(null)
      if (!isAny && ways.length < bundled) {
        for (const way of ways) {
          const ride = { key: `way ${way.id}`, method, transitions: [way] }
          if (way.statecode === to) stays.set(to, [...(stays.get(to) ?? []), ride])
          else join(stateKey(way.statecode!), stateKey(to), ride) // null means any
        }
        continue
      }
      const all = isAny ? null : from.flatMap((code) => code ?? []).sort()
      const key = `from ${all?.join(' ') ?? '*'} to ${to}`
      const source = sources.get(key) ?? { kind: 'source' as const, key, from: all, to, rides: [] }
      source.rides.push({ key: `ways ${method.code} ${to}`, method, transitions: ways })
      sources.set(key, source)
      join(key, stateKey(to))
    }
  const led = new Set(transitions.map(({ methodcode }) => methodcode))
  for (const method of shown)
    if (method.statecode !== null && !led.has(method.code) && known.has(method.statecode))
      stays.set(method.statecode, [
        ...(stays.get(method.statecode) ?? []),
        { key: `method ${method.code}`, method, transitions: [] },
      ])
  return {
    boxes: [
      ...states.map(
        (state): StateBox => ({
          kind: 'state',
          key: stateKey(state.code),
          state,
          isFirst: state === first,
          stays: stays.get(state.code) ?? [],
        }),
      ),
      ...sources.values(),
    ],
    arrows: [...arrows.values()],
    loose: shown.filter((method) => method.statecode === null && !led.has(method.code)),
  }
}

/** Returns the keys of all buttons in reading order. */
export const keysOf = ({ boxes, arrows }: Picture): string[] =>
  boxes.flatMap((box) => [
    ...(box.kind === 'state'
      ? [box.key, ...box.stays.map(({ key }) => key)]
      : box.rides.map(({ key }) => key)),
    ...arrows.filter(({ from }) => from === box.key).flatMap(({ rides }) => rides.map(({ key }) => key)),
  ])

/** Groups the transitions of a method by target state. */
function waysOf(
  method: DrawnMethod,
  transitions: readonly DrawnTransition[],
  known: ReadonlySet<string>,
): Map<string, DrawnTransition[]> {
  const ways = new Map<string, DrawnTransition[]>()
  for (const way of transitions) {
    if (way.methodcode !== method.code || !known.has(way.newstatecode)) continue
    if (way.statecode !== null && !known.has(way.statecode)) continue
    ways.set(way.newstatecode, [...(ways.get(way.newstatecode) ?? []), way])
  }
  return ways
}

/** Returns the keys of the boxes, arrows and rides related to the hovered item, which are highlighted with it. */
export function relatedTo({ boxes, arrows }: Picture, key: string): ReadonlySet<string> {
  const related = new Set([key])
  const light = (arrow: Arrow, rides: readonly Ride[]): void => {
    for (const lit of [arrow.key, arrow.from, arrow.to, ...rides.map((ride) => ride.key)]) related.add(lit)
  }
  for (const arrow of arrows) {
    const ridden = arrow.rides.filter((ride) => ride.key === key)
    if (ridden.length > 0) light(arrow, ridden)
    else if (arrow.from === key || arrow.to === key) light(arrow, arrow.rides)
  }
  for (const box of boxes) {
    if (box.kind === 'state') {
      if (box.key === key || box.stays.some((ride) => ride.key === key))
        for (const ride of [box, ...box.stays]) related.add(ride.key)
      continue
    }
    const begins = box.from?.some((code) => stateKey(code) === key) ?? key.startsWith('state ')
    const ridden = box.rides.filter((ride) => ride.key === key)
    if (!begins && ridden.length === 0 && stateKey(box.to) !== key) continue
    for (const arrow of arrows) if (arrow.from === box.key) light(arrow, [])
    for (const ride of ridden.length > 0 ? ridden : box.rides) related.add(ride.key)
    if (ridden.length > 0) for (const code of box.from ?? []) related.add(stateKey(code))
  }
  return related
}
