import {
  BaseEdge,
  type Edge,
  type EdgeProps,
  Handle,
  type Node,
  type NodeProps,
  Position,
} from '@xyflow/react'
import { createContext, type FocusEventHandler, type MouseEventHandler, type ReactNode, use } from 'react'
import { StateTypeGlyph, toneOfType } from '../state-type.tsx'
import css from './diagram.module.css'
import { lineThrough, type Point, type Way } from './layout.ts'
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

/** Not part of the nodes' data: a hovered item must not change them all. */
export const DiagramContext = createContext<DiagramState | null>(null)

/** Returns the shared state, and what a button of the diagram needs from it. */
function useDiagram() {
  const diagram = use(DiagramContext)
  if (!diagram) throw new Error('This part belongs into a state diagram')
  const { lit, active, onPoint } = diagram
  const dimmed = (key: string): true | undefined => (lit && !lit.has(key)) || undefined
  const spot = (
    key: string,
  ): {
    'data-spot': string
    tabIndex: number
    onMouseEnter: MouseEventHandler
    onMouseLeave: MouseEventHandler
    onFocus: FocusEventHandler
    onBlur: FocusEventHandler
  } => ({
    'data-spot': key,
    tabIndex: active === key ? 0 : -1,
    onMouseEnter: () => onPoint(key),
    onMouseLeave: () => onPoint(null),
    onFocus: () => onPoint(key),
    onBlur: () => onPoint(null),
  })
  return { ...diagram, dimmed, spot }
}

function StateItem({ data: { box }, isConnectable }: NodeProps<Node<{ box: StateBox }>>) {
  const { begun, words, dimmed, spot, onState } = useDiagram()
  const { state } = box
  return (
    <Ends isConnectable={isConnectable}>
      <div
        className={css.state}
        data-tone={toneOfType[state.statetypecode]}
        data-dim={dimmed(box.key)}
        data-begun={begun === state.code || undefined}
      >
        <button type="button" title={state.label} onClick={() => onState(box)} {...spot(box.key)}>
          <StateTypeGlyph type={state.statetypecode} size={16} />
          <span>
            {/* The space separates the texts in the accessible name. */}
            <bdi className="ellipsis">{state.label}</bdi>{' '}
            <small className="ellipsis">{words.second(box)}</small>
          </span>
        </button>
        {box.stays.map((ride) => (
          <RideButton key={ride.key} ride={ride} name={words.stay(ride, box)} stays />
        ))}
      </div>
    </Ends>
  )
}

function SourceItem({ data: { box } }: NodeProps<Node<{ box: SourceBox }>>) {
  const { words, dimmed } = useDiagram()
  return (
    <Ends isConnectable={false}>
      <div className={css.source} data-dim={dimmed(box.key)}>
        <small aria-hidden>
          <bdi>{words.source(box)}</bdi>
        </small>
        {box.rides.map((ride) => (
          <RideButton key={ride.key} ride={ride} name={words.ride(ride)} />
        ))}
      </div>
    </Ends>
  )
}

/** Where lines start and end: drawn only where a new line can be dragged from. */
function Ends({ isConnectable, children }: { isConnectable: boolean; children: ReactNode }) {
  return (
    <>
      <Handle
        type="target"
        position={Position.Top}
        isConnectable={isConnectable}
        isConnectableStart={false}
      />
      {children}
      <Handle type="source" position={Position.Bottom} isConnectable={isConnectable} />
    </>
  )
}

function RideItems({ data: { arrow } }: NodeProps<Node<{ arrow: Arrow }>>) {
  const { words } = useDiagram()
  return (
    <div className={css.rides}>
      {arrow.rides.map((ride) => (
        <RideButton key={ride.key} ride={ride} name={words.ride(ride)} />
      ))}
    </div>
  )
}

function RideButton({ ride, name, stays }: { ride: Ride; name: string; stays?: boolean }) {
  const { dimmed, spot, onRide } = useDiagram()
  return (
    <button
      type="button"
      className={css.ride}
      data-hidden={!ride.method.visible || undefined}
      data-dim={dimmed(ride.key)}
      data-stays={stays}
      aria-label={name}
      title={name}
      onClick={() => onRide(ride)}
      {...spot(ride.key)}
    >
      <bdi className="ellipsis">{ride.method.label}</bdi>
    </button>
  )
}

export type LineEdge = Edge<
  { points: readonly Point[]; way: Way; rides: readonly Ride[]; isDimmed: boolean },
  'line'
>

function Line({ data, markerEnd, style }: EdgeProps<LineEdge>) {
  if (!data) return null
  const isHidden = data.rides.every(({ method }) => !method.visible)
  return (
    <BaseEdge
      path={lineThrough(data.points, data.way)}
      className={css.line}
      data-hidden={isHidden || undefined}
      data-dim={data.isDimmed || undefined}
      interactionWidth={14}
      markerEnd={markerEnd}
      style={style}
    />
  )
}

export const nodeTypes = { state: StateItem, source: SourceItem, rides: RideItems }
export const edgeTypes = { line: Line }
