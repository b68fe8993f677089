import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import css from './diagram.module.css'
import { type DiagramState, RideItems, SourceItem, StateItem } from './diagram-items.tsx'
import { DiagramLines } from './diagram-lines.tsx'
import type { Placed } from './layout.ts'
import { sourceHead, stateHead } from './measures.ts'
import { type Picture, relatedTo } from './picture.ts'
import { type Direction, type Spot, spotTowards } from './walk.ts'

const directions: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']

/** The diagram itself: one tab stop, navigated by the arrow keys. */
export function DiagramCanvas({
  label,
  picture,
  placed,
  scale,
  hands,
}: {
  label: string
  picture: Picture
  placed: Placed
  scale: number
  hands: Pick<DiagramState, 'words' | 'begun' | 'onState' | 'onRide'>
}) {
  const t = useTexts('workflow')
  const about = useId()
  const canvas = useRef<HTMLDivElement>(null)
  const [pointed, onPoint] = useState<string | null>(null)
  const spots = useMemo(() => spotsOf(picture, placed), [picture, placed])
  const [at, setAt] = useState('')
  const active = (spots.find(({ key }) => key === at) ?? spots[0])?.key ?? ''
  const lit = useMemo(() => (pointed === null ? null : relatedTo(picture, pointed)), [picture, pointed])
  const all: DiagramState = { ...hands, active, lit, onPoint }
  const onKeyDown = (event: KeyboardEvent): void => {
    const spot = spotAfter(event.key, spots, active)
    if (!spot) return
    event.preventDefault()
    setAt(spot.key)
    canvas.current?.querySelector<HTMLElement>(`[data-spot="${CSS.escape(spot.key)}"]`)?.focus()
  }
  return (
    // Keyboard events of its buttons, handled by one listener.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={canvas}
      className={css.canvas}
      // A fieldset would be a form.
      // eslint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="group"
      aria-label={label}
      aria-describedby={about}
      style={{ width: placed.width, height: placed.height, transform: `scale(${scale})` }}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => setAt(target.closest<HTMLElement>('[data-spot]')?.dataset['spot'] ?? '')}
    >
      <p id={about} className="hidden-text">
        {t('diagram.about', {
          states: t('diagram.states', { count: picture.boxes.filter(({ kind }) => kind === 'state').length }),
          ways: t('diagram.ways', { count: picture.arrows.length }),
        })}
      </p>
      <DiagramLines picture={picture} placed={placed} lit={lit} onRide={hands.onRide} />
      <Items picture={picture} placed={placed} hands={all} />
    </div>
  )
}

/** Each state, then its outgoing transitions: the reading order. */
function Items({ picture, placed, hands }: { picture: Picture; placed: Placed; hands: DiagramState }) {
  return picture.boxes.map((box) => {
    const place = placed.boxes.get(box.key)
    if (!place) return null
    return [
      box.kind === 'state' ? (
        <StateItem key={box.key} box={box} place={place} hands={hands} />
      ) : (
        <SourceItem key={box.key} box={box} place={place} hands={hands} />
      ),
      ...picture.arrows
        .filter(({ from }) => from === box.key)
        .map((arrow) => (
          <RideItems
            key={arrow.key}
            arrow={arrow}
            place={placed.arrows.get(arrow.key)!.label}
            hands={hands}
          />
        )),
    ]
  })
}

function spotAfter(key: string, spots: readonly Spot[], active: string): Spot | null | undefined {
  const at = spots.findIndex((spot) => spot.key === active)
  const here = spots[at]
  if (!here) return null
  if (key === 'Home') return spots[0]
  if (key === 'End') return spots.at(-1)
  if (key === 'PageDown') return spots[at + 1]
  if (key === 'PageUp') return spots[at - 1]
  return directions.includes(key) ? spotTowards(spots, here, key as Direction) : null
}

/** Returns the centres of all buttons in reading order. */
function spotsOf(picture: Picture, placed: Placed): Spot[] {
  return picture.boxes.flatMap((box) => {
    const place = placed.boxes.get(box.key)
    if (!place) return []
    const top = place.y - place.height / 2
    const own =
      box.kind === 'state'
        ? [
            { key: box.key, x: place.x, y: top + 22 },
            ...box.stays.map(({ key }, at) => ({ key, x: place.x, y: top + stateHead + 12 + 28 * at })),
          ]
        : box.rides.map(({ key }, at) => ({ key, x: place.x, y: top + sourceHead + 12 + 28 * at }))
    const ways = picture.arrows
      .filter(({ from }) => from === box.key)
      .flatMap((arrow) => {
        const { label } = placed.arrows.get(arrow.key)!
        const first = label.y - label.height / 2 + 12
        return arrow.rides.map(({ key }, at) => ({ key, x: label.x, y: first + 28 * at }))
      })
    return [...own, ...ways]
  })
}
