import {
  cloneElement,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useState,
} from 'react'
import { preloadOverlays, useOverlays } from './library.ts'

const pauseMs = 300
// Without its tooltip the element is as useful.
const ignore = (): void => {}

interface TargetProps {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void
  onClick?: (event: MouseEvent<HTMLElement>) => void
}

/**
 * Shows a text while the mouse rests on its child. The code of tooltips is loaded when the mouse reaches one. The
 * text adds nothing for assistive technology: the child has it as its name, too.
 */
export function Tooltip({
  label,
  position,
  children,
}: {
  label: ReactNode
  position?: 'right'
  children: ReactElement<TargetProps>
}) {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [isOver, setOver] = useState(false)
  const { props } = children
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => {
          props.onPointerEnter?.(event)
          if (event.pointerType !== 'mouse') return
          preloadOverlays()
          setTarget(event.currentTarget)
          setOver(true)
        },
        onPointerLeave: (event) => {
          props.onPointerLeave?.(event)
          setOver(false)
        },
        onClick: (event) => {
          props.onClick?.(event)
          setOver(false)
        },
      })}
      {target && <LoadedTooltip {...{ target, isOver, label, position }} />}
    </>
  )
}

function LoadedTooltip({
  target,
  isOver,
  label,
  position,
}: {
  target: HTMLElement
  isOver: boolean
  label: ReactNode
  position: 'right' | undefined
}) {
  const overlays = useOverlays(isOver, ignore)
  const isOpen = useRested(isOver)
  return overlays && <overlays.Tooltip target={target} label={label} position={position} opened={isOpen} />
}

/** Returns true when a value has been true for the pause before a tooltip. */
function useRested(isOver: boolean): boolean {
  const [isRested, setRested] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRested(isOver), isOver ? pauseMs : 0)
    return () => clearTimeout(timer)
  }, [isOver])
  return isOver && isRested
}
