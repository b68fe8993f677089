import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { IconButton } from './icon-button.tsx'

/** Buttons of a drawer that move to the previous and the next row of its list, as the arrow keys do. */
export function DrawerSteps<Row>({
  rows,
  isCurrent,
  labels,
  onMove,
}: {
  rows: readonly Row[]
  isCurrent: (row: Row) => boolean
  labels: { previous: string; next: string }
  onMove: (row: Row) => void
}) {
  const at = rows.findIndex(isCurrent)
  const neighbour = (step: -1 | 1) => (at < 0 ? undefined : rows[at + step])
  const move = (step: -1 | 1): void => {
    const row = neighbour(step)
    if (row) onMove(row)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    const isTyping =
      event.target instanceof Element && event.target.matches('input, textarea, select, [role=menuitem]')
    if (step === null || isTyping || event.defaultPrevented) return
    event.preventDefault()
    move(step)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  if (rows.length === 0) return null
  return (
    <>
      <IconButton label={labels.previous} disabled={!neighbour(-1)} onClick={() => move(-1)}>
        <IconChevronUp size={18} />
      </IconButton>
      <IconButton label={labels.next} disabled={!neighbour(1)} onClick={() => move(1)}>
        <IconChevronDown size={18} />
      </IconButton>
    </>
  )
}
