import { workflowEventSet } from '@stationmaster/contract'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'
import { IconButton } from '../../../ui/buttons.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { SwitchField } from '../../../ui/form/fields.tsx'
import type { ClassEvent, ClassModel } from './class-model.ts'
import css from './event-list.module.css'
import { type ActionEvents, byAction, moved, renumbered } from './event-order.ts'
import { Named } from './model-tables.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { useReload } from './use-reload.ts'
import workflow from './workflow.module.css'

/** The events of the actions of a class, one list per action in the order in which they run. */
export function EventList({ of, onOpen }: { of: ClassModel; onOpen: (row: ClassEvent) => void }) {
  const t = useTexts('workflow')
  if (of.events.length === 0) return <p className={workflow.none}>{t('events.empty')}</p>
  return byAction(of.events).map((group) => (
    <Group key={group.action} of={of} group={group} onOpen={onOpen} />
  ))
}

function Group({
  of,
  group,
  onOpen,
}: {
  of: ClassModel
  group: ActionEvents
  onOpen: (row: ClassEvent) => void
}) {
  const t = useTexts('workflow')
  const { shown, move, order, announcement } = useOrder(group)
  const [dragged, drag] = useState<number | null>(null)
  const action = of.actions.find(({ code }) => code === group.action)?.label ?? group.action
  const mayMove = shown.length > 1 && shown.every(({ inherited }) => !inherited)
  const dropOn = (to: number) => (event: DragEvent) => {
    event.preventDefault()
    if (dragged !== null && dragged !== to) move(dragged, to)
    drag(null)
  }
  return (
    <div className={css.group}>
      <h3>{action}</h3>
      {order.error && <Failure small error={order.error} title={t('ui.saveFailed')} />}
      <ol aria-label={t('events.of', { action })}>
        {shown.map((event, at) => (
          // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons and Alt with the arrows do the same
          <li
            key={event.id}
            draggable={mayMove}
            data-dragged={dragged === at || undefined}
            onDragStart={() => drag(at)}
            onDragEnd={() => drag(null)}
            onDragOver={(over) => dragged !== null && over.preventDefault()}
            onDrop={dropOn(at)}
          >
            <Entry
              event={event}
              at={at}
              last={shown.length - 1}
              mayMove={mayMove}
              onMove={(to) => move(at, to)}
              onOpen={() => onOpen(event)}
            />
          </li>
        ))}
      </ol>
      <p className="hidden-text" aria-live="polite">
        {announcement}
      </p>
    </div>
  )
}

/** Holds the order after a drag until the server returns it. */
function useOrder({ events }: ActionEvents) {
  const t = useTexts('workflow')
  const reload = useReload()
  const [pendingOrder, setPendingOrder] = useState<readonly ClassEvent[] | null>(null)
  const [announcement, announce] = useState('')
  const order = useMutation({
    mutationFn: async (next: readonly ClassEvent[]) => {
      for (const { event, sequence } of renumbered(next))
        await call(workflowEventSet, { id: event.id, version_no: event.version_no, sequence })
    },
    onSettled: async () => {
      await reload()
      setPendingOrder(null)
    },
  })
  const shown = pendingOrder ?? events
  const move = (from: number, to: number): void => {
    const event = shown[from]
    if (!event || to < 0 || to >= shown.length || order.isPending) return
    const next = moved(shown, from, to)
    setPendingOrder(next)
    announce(t('events.movedTo', { name: event.label, place: to + 1, count: shown.length }))
    order.mutate(next)
  }
  return { shown, move, order, announcement }
}

function Entry({
  event,
  at,
  last,
  mayMove,
  onMove,
  onOpen,
}: {
  event: ClassEvent
  at: number
  last: number
  mayMove: boolean
  onMove: (to: number) => void
  onOpen: () => void
}) {
  const t = useTexts('workflow')
  const set = useChange(workflowEventSet)
  const onKeyDown = (key: KeyboardEvent): void => {
    const by = key.altKey && mayMove ? { ArrowUp: -1, ArrowDown: 1 }[key.key] : undefined
    if (by === undefined) return
    key.preventDefault()
    onMove(at + by)
  }
  return (
    <>
      <div className={css.entry} data-off={!event.enabled || undefined}>
        {mayMove && <IconGripVertical className={css.grip} size={16} aria-hidden />}
        <button
          type="button"
          className={workflow.open}
          aria-keyshortcuts={mayMove ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
          onKeyDown={onKeyDown}
          onClick={onOpen}
        >
          <Named label={event.label} code={event.handler ?? undefined} row={event}>
            {event.label !== t(`events.kinds.${event.kind}`) && (
              <span>{t(`events.kinds.${event.kind}`)}</span>
            )}
          </Named>
        </button>
        {mayMove && (
          <span className={css.arrows}>
            <IconButton
              small
              label={t('events.up', { name: event.label })}
              disabled={at === 0}
              onClick={() => onMove(at - 1)}
            >
              <IconArrowUp size={14} />
            </IconButton>
            <IconButton
              small
              label={t('events.down', { name: event.label })}
              disabled={at === last}
              onClick={() => onMove(at + 1)}
            >
              <IconArrowDown size={14} />
            </IconButton>
          </span>
        )}
        <SwitchField
          aria-label={t('events.enabledOf', { name: event.label })}
          checked={event.enabled}
          disabled={event.inherited || event.system || set.isPending}
          onChange={({ currentTarget }) =>
            set.mutate({ id: event.id, version_no: event.version_no, enabled: currentTarget.checked })
          }
        />
      </div>
      {set.error && <Failure small error={set.error} title={t('ui.saveFailed')} />}
    </>
  )
}
