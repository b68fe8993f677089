/** What the diagram needs to know of the rows of a class; codes name states and methods within it. */
export interface DrawnState {
  code: string
  label: string
  statetypecode: StateType
}
export interface DrawnMethod {
  code: string
  label: string
  /** False: only the system runs it. */
  visible: boolean
  /** The only state that has it; null: any. */
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

/** A method on an arrow, with the transitions it stands for: one, or those of a bundle. */
export interface Ride {
  key: string
  method: DrawnMethod
  transitions: readonly DrawnTransition[]
}
/** A state as a box; what begins and ends in it stands inside. */
export interface StateBox {
  kind: 'state'
  key: string
  state: DrawnState
  isFirst: boolean
  stays: readonly Ride[]
}
/** Where an arrow from many states begins: a box of its own, so that its lines do not cross the whole picture. */
export interface SourceBox {
  kind: 'source'
  key: string
  /** Codes of the states; null: any. */
  from: readonly string[] | null
}
export type Box = StateBox | SourceBox
export interface Arrow {
  key: string
  from: string
  to: string
  rides: readonly Ride[]
}
export interface Picture {
  boxes: readonly Box[]
  arrows: readonly Arrow[]
  /** Methods that lead nowhere: they can be run in every state. */
  loose: readonly DrawnMethod[]
}

/** From so many states on, the ways of a method to one state are drawn as one arrow. */
const bundled = 4

const stateKey = (code: string): string => `state ${code}`

/** The state in which new objects stand. */
export const firstStateOf = (states: readonly DrawnState[]): DrawnState | undefined =>
  states.find(({ statetypecode }) => statetypecode === 'created') ?? states[0]

/** Makes of the rows of a class what is to be drawn; `hidden` methods only when they are wanted. */
export function pictureOf({ states, methods, transitions }: DrawnClass, withHidden: boolean): Picture {
  const known = new Set(states.map(({ code }) => code))
  const shown = methods.filter((method) => method.visible || withHidden)
  const first = firstStateOf(states)
  const stays = new Map<string, Ride[]>()
  const arrows = new Map<string, Arrow & { rides: Ride[] }>()
  const sources = new Map<string, SourceBox>()
  const join = (from: string, to: string, ride: Ride): void => {
    const key = `${from} > ${to}`
    const arrow = arrows.get(key) ?? { key, from, to, rides: [] }
    arrow.rides.push(ride)
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
          else join(stateKey(way.statecode!), stateKey(to), ride) // null is any
        }
        continue
      }
      const all = isAny ? null : from.flatMap((code) => code ?? []).sort()
      const source = `from ${all?.join(' ') ?? '*'} to ${to}`
      sources.set(source, { kind: 'source', key: source, from: all })
      join(source, stateKey(to), { key: `ways ${method.code} ${to}`, method, transitions: ways })
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

/** The transitions of a method by the state they lead to. */
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

/** Keys of the boxes and rides that belong to the one pointed at: its neighbours light up with it. */
export function relatedTo(picture: Picture, key: string): ReadonlySet<string> {
  const related = new Set([key])
  const sources = new Map(
    picture.boxes.flatMap((box) => (box.kind === 'source' ? [[box.key, box.from] as const] : [])),
  )
  for (const arrow of picture.arrows) {
    const from = sources.has(arrow.from) ? sources.get(arrow.from) : undefined
    const begins =
      arrow.from === key ||
      (sources.has(arrow.from) && (from?.some((code) => stateKey(code) === key) ?? true))
    const isRidden = arrow.rides.some((ride) => ride.key === key)
    if (!isRidden && !(begins && key.startsWith('state ')) && arrow.to !== key) continue
    related.add(arrow.key).add(arrow.from).add(arrow.to)
    for (const ride of arrow.rides) if (!isRidden || ride.key === key) related.add(ride.key)
    if (isRidden || arrow.to === key) for (const code of from ?? []) related.add(stateKey(code))
  }
  return related
}
