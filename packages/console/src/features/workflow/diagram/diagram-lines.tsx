import { useId } from 'react'
import css from './diagram.module.css'
import { lineThrough, type Placed } from './layout.ts'
import type { Arrow, Picture, Ride } from './picture.ts'

/** Lines of all arrows. Their labels carry the text; a click on a line acts on its first label. */
export function DiagramLines({
  picture,
  placed,
  lit,
  onRide,
}: {
  picture: Picture
  placed: Placed
  lit: ReadonlySet<string> | null
  onRide: (ride: Ride) => void
}) {
  const id = useId()
  const isLit = (arrow: Arrow): boolean => lit?.has(arrow.key) ?? false
  return (
    <svg className={css.lines} width={placed.width} height={placed.height} aria-hidden>
      <defs>
        {[false, true].map((on) => (
          <marker
            key={String(on)}
            id={`${id}${on ? 'lit' : 'plain'}`}
            viewBox="0 0 10 10"
            refX="9"
            refY="5"
            markerWidth="8"
            markerHeight="8"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path className={css.tip} data-lit={on || undefined} d="M0 1 9 5 0 9z" />
          </marker>
        ))}
      </defs>
      {picture.arrows.map((arrow) => {
        const path = lineThrough(placed.arrows.get(arrow.key)?.points ?? [], placed.way)
        const source = picture.boxes.find(({ key }) => key === arrow.from)
        const rides = source?.kind === 'source' ? source.rides : arrow.rides
        const [first] = rides
        return (
          <g key={arrow.key}>
            <path
              className={css.line}
              d={path}
              data-hidden={rides.every(({ method }) => !method.visible) || undefined}
              data-lit={isLit(arrow) || undefined}
              data-dim={(lit !== null && !isLit(arrow)) || undefined}
              markerEnd={`url(#${id}${isLit(arrow) ? 'lit' : 'plain'})`}
            />
            {/* For the mouse only: the label next to it is the accessible button. */}
            {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
            <path className={css.grip} d={path} onClick={() => first && onRide(first)} />
          </g>
        )
      })}
    </svg>
  )
}
