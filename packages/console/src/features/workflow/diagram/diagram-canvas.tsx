import { type NodeChange, ReactFlow, useReactFlow } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { useElementSize } from '@mantine/hooks'
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { useSettings } from '../../../lib/settings.ts'
import { useTexts } from '../../../lib/texts.ts'
import css from './diagram.module.css'
import { DiagramContext, type DiagramState, edgeTypes, nodeTypes } from './diagram-items.tsx'
import { edgesOf, estimate, nodesOf } from './diagram-nodes.ts'
import { mirrored, placeInto, scaleInto, type Size } from './layout.ts'
import { codeOfState, keysOf, type Picture, relatedTo } from './picture.ts'
import { type Direction, type Spot, spotTowards } from './walk.ts'

/** As tall as a table next to it; larger diagrams are panned. */
const tallest = 620
/** Smallest scale at first: below it the diagram is larger than its window. */
const leastScale = 0.6
export const zoomLimits = { min: 0.4, max: 1.6 }
const directions: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']

/** The diagram itself: one tab stop, navigated by the arrow keys. */
export function DiagramCanvas({
  label,
  picture,
  onConnect,
  ...handlers
}: {
  label: string
  picture: Picture
  /** Called when the user has dragged a line from one state to another. */
  onConnect: ((from: string, to: string) => void) | undefined
} & Pick<DiagramState, 'words' | 'begun' | 'onState' | 'onRide'>) {
  const t = useTexts('workflow')
  const about = useId()
  const [pointed, onPoint] = useState<string | null>(null)
  const [active, setActive] = useState('')
  const { ref, width } = useElementSize()
  const { placed, scale, nodes, onNodesChange, isMeasured } = usePlaced(picture, width || 640)
  const { setCenter, getInternalNode, getZoom } = useReactFlow()
  const lit = useMemo(() => (pointed === null ? null : relatedTo(picture, pointed)), [picture, pointed])
  const edges = useMemo(() => edgesOf(picture, placed, lit), [picture, placed, lit])
  const keys = useMemo(() => keysOf(picture), [picture])
  const state = { ...handlers, lit, onPoint, active: keys.includes(active) ? active : (keys[0] ?? '') }
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>): void => {
    setActive(target.dataset['spot'] ?? '')
    const item = target.closest<HTMLElement>('.react-flow__node')
    const node = getInternalNode(item?.dataset['id'] ?? '')
    if (!item || !node || isWithin(target, currentTarget)) return
    const { x, y } = node.internals.positionAbsolute
    const size = { width: 0, height: 0, ...node.measured }
    void setCenter(x + size.width / 2, y + size.height / 2, { zoom: getZoom() })
  }
  return (
    <div
      ref={ref}
      className={css.window}
      data-measured={isMeasured || undefined}
      style={{ blockSize: Math.min(tallest, Math.max(64, placed.height * scale)) }}
    >
      <DiagramContext value={state}>
        <ReactFlow
          // The library's role, application, would switch off the reading commands of screen readers.
          ref={(element) => element?.setAttribute('role', 'group')}
          aria-label={label}
          aria-describedby={about}
          onKeyDown={moveFocus}
          onFocus={onFocus}
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onNodesChange={onNodesChange}
          onEdgeClick={(_, { data }) => data?.rides[0] && handlers.onRide(data.rides[0])}
          onConnect={({ source, target }) => onConnect?.(codeOfState(source), codeOfState(target))}
          nodesConnectable={onConnect !== undefined}
          connectOnClick={false}
          connectionRadius={60}
          nodesDraggable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          panActivationKeyCode={null}
          // The wheel scrolls the page.
          zoomOnScroll={false}
          preventScrolling={false}
          zoomOnDoubleClick={false}
          minZoom={zoomLimits.min}
          maxZoom={zoomLimits.max}
          translateExtent={[
            [0, 0],
            [placed.width, placed.height],
          ]}
          proOptions={{ hideAttribution: true }}
        >
          <p id={about} className="hidden-text">
            {t('diagram.about', {
              states: t('diagram.states', {
                count: picture.boxes.filter(({ kind }) => kind === 'state').length,
              }),
              ways: t('diagram.ways', { count: picture.arrows.length }),
            })}
          </p>
        </ReactFlow>
      </DiagramContext>
    </div>
  )
}

/** Returns the layout for the measured sizes of the items, in the direction that fits the window. */
function usePlaced(picture: Picture, width: number) {
  const { isDirectionRTL } = useSettings()
  const { setViewport } = useReactFlow()
  const [sizes, setSizes] = useState<ReadonlyMap<string, Size>>(new Map())
  const placed = useMemo(() => {
    const placed = placeInto(picture, (key) => sizes.get(key) ?? estimate, { width, height: tallest })
    return isDirectionRTL ? mirrored(placed) : placed
  }, [picture, sizes, width, isDirectionRTL])
  const scale = Math.max(leastScale, scaleInto(placed, { width, height: tallest }))
  useEffect(() => {
    const x = width - placed.width * scale
    const y = Math.max(0, 64 - placed.height * scale) / 2
    void setViewport({ x: x > 0 ? x / 2 : isDirectionRTL ? x : 0, y, zoom: scale })
  }, [placed, scale, width, isDirectionRTL, setViewport])
  const nodes = useMemo(() => nodesOf(picture, placed, sizes), [picture, placed, sizes])
  return {
    placed,
    scale,
    nodes,
    isMeasured: nodes.every(({ id }) => sizes.has(id)),
    onNodesChange: (changes: NodeChange[]): void => {
      const measured = changes.flatMap((change) =>
        change.type === 'dimensions' && change.dimensions ? [[change.id, change.dimensions] as const] : [],
      )
      if (measured.length > 0) setSizes((before) => new Map([...before, ...measured]))
    },
  }
}

const isWithin = (item: Element, window: Element): boolean => {
  const [inner, outer] = [item.getBoundingClientRect(), window.getBoundingClientRect()]
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  )
}

/** Moves the focus between the buttons of the diagram by arrow keys, Home, End, Page Up and Page Down. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-spot]')]
  const at = items.indexOf(event.target as HTMLElement)
  const next = at < 0 ? undefined : itemAfter(event.key, items, at)
  if (!next) return
  event.preventDefault()
  next.focus({ preventScroll: true })
}

function itemAfter(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key === 'PageDown') return items[at + 1]
  if (key === 'PageUp') return items[at - 1]
  if (!directions.includes(key)) return undefined
  const spots = items.map((item, index): Spot => {
    const { x, y, width, height } = item.getBoundingClientRect()
    return { key: String(index), x: x + width / 2, y: y + height / 2 }
  })
  const next = spotTowards(spots, spots[at]!, key as Direction)
  return next ? items[Number(next.key)] : undefined
}
