import type { CSSProperties, FocusEventHandler, MouseEventHandler } from 'react'
import { StateTypeGlyph, toneOfType } from '../state-type.tsx'
import css from './diagram.module.css'
import type { Place } from './layout.ts'
import type { Arrow, Ride, SourceBox, StateBox } from './picture.ts'
import type { DiagramWords } from './words.ts'

/** State shared by the parts of the diagram: focused item, highlighted items, click handlers. */
export interface DiagramState {
  active: string
  lit: ReadonlySet<string> | null
  words: DiagramWords
  /** Code of the state that a new transition starts from. */
  begun: string | null
  onState: (box: StateBox) => void
  onRide: (ride: Ride) => void
  onPoint: (key: string | null) => void
}

const at = ({ x, y, width, height }: Place): CSSProperties => ({
  left: x - width / 2,
  top: y - height / 2,
  width,
  height,
})

const pointing = (
  key: string,
  { onPoint }: DiagramState,
): {
  onMouseEnter: MouseEventHandler
  onMouseLeave: MouseEventHandler
  onFocus: FocusEventHandler
  onBlur: FocusEventHandler
} => ({
  onMouseEnter: () => onPoint(key),
  onMouseLeave: () => onPoint(null),
  onFocus: () => onPoint(key),
  onBlur: () => onPoint(null),
})

const dimmed = (key: string, { lit }: DiagramState): true | undefined => (lit && !lit.has(key)) || undefined

export function StateItem({ box, place, hands }: { box: StateBox; place: Place; hands: DiagramState }) {
  const { state } = box
  return (
    <div
      className={css.state}
      style={at(place)}
      data-tone={toneOfType[state.statetypecode]}
      data-dim={dimmed(box.key, hands)}
      data-begun={hands.begun === state.code || undefined}
    >
      <button
        type="button"
        data-spot={box.key}
        tabIndex={hands.active === box.key ? 0 : -1}
        aria-label={hands.words.state(box)}
        title={state.label}
        onClick={() => hands.onState(box)}
        {...pointing(box.key, hands)}
      >
        <StateTypeGlyph type={state.statetypecode} size={16} />
        <span>
          {/* The space separates the texts in the accessible name. */}
          <bdi>{state.label}</bdi> <small>{hands.words.second(box)}</small>
        </span>
      </button>
      {box.stays.map((ride) => (
        <RideButton key={ride.key} ride={ride} name={hands.words.stay(ride, box)} hands={hands} stays />
      ))}
    </div>
  )
}

export function SourceItem({ box, place, hands }: { box: SourceBox; place: Place; hands: DiagramState }) {
  return (
    <div className={css.source} style={at(place)} data-dim={dimmed(box.key, hands)}>
      <small aria-hidden>
        <bdi>{hands.words.source(box)}</bdi>
      </small>
      {box.rides.map((ride) => (
        <RideButton key={ride.key} ride={ride} name={hands.words.ride(ride)} hands={hands} />
      ))}
    </div>
  )
}

export function RideItems({ arrow, place, hands }: { arrow: Arrow; place: Place; hands: DiagramState }) {
  return (
    <div className={css.rides} style={at(place)}>
      {arrow.rides.map((ride) => (
        <RideButton key={ride.key} ride={ride} name={hands.words.ride(ride)} hands={hands} />
      ))}
    </div>
  )
}

function RideButton({
  ride,
  name,
  hands,
  stays,
}: {
  ride: Ride
  name: string
  hands: DiagramState
  stays?: boolean
}) {
  return (
    <button
      type="button"
      className={css.ride}
      data-spot={ride.key}
      data-hidden={!ride.method.visible || undefined}
      data-dim={dimmed(ride.key, hands)}
      data-stays={stays}
      tabIndex={hands.active === ride.key ? 0 : -1}
      aria-label={name}
      title={name}
      onClick={() => hands.onRide(ride)}
      {...pointing(ride.key, hands)}
    >
      <bdi>{ride.method.label}</bdi>
    </button>
  )
}
