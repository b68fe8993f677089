import { IconArrowsMaximize, IconArrowsMinimize, IconPlus } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Ride } from '../../../features/workflow/diagram/picture.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button, IconButton } from '../../../ui/buttons.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Loading } from '../../../ui/feedback/feedback.tsx'
import type { ClassModel } from './class-model.ts'
import { EventList } from './event-list.tsx'
import { MethodsTable, StatesTable, TransitionsTable } from './model-tables.tsx'
import type { InitialTransition } from './transition-dialog.tsx'
import css from './workflow.module.css'

const StateDiagram = lazy(async () => ({
  default: (await import('../../../features/workflow/diagram/state-diagram.tsx')).StateDiagram,
}))
const StateDialog = lazy(async () => ({ default: (await import('./state-dialog.tsx')).StateDialog }))
const MethodDialog = lazy(async () => ({ default: (await import('./method-dialog.tsx')).MethodDialog }))
const TransitionDialog = lazy(async () => ({
  default: (await import('./transition-dialog.tsx')).TransitionDialog,
}))
const EventDialog = lazy(async () => ({ default: (await import('./event-dialog.tsx')).EventDialog }))

/** The row that is being added or changed; its id, or null for a new one. */
export type Opened =
  | { kind: 'state' | 'method'; id: string | null }
  | { kind: 'event'; id: string | null; action?: string }
  | { kind: 'transition'; id: string | null; initial?: InitialTransition }
  | { kind: 'bundle'; ride: Ride }
type Open = (opened: Opened | null) => void

/** States, methods, transitions and events of a class: as tables, and as a diagram next to them. */
export function WorkflowTab({ of, stored }: { of: ClassModel; stored: ClassModel }) {
  const t = useTexts('workflow')
  const [opened, open] = useState<Opened | null>(null)
  const [isLarge, enlarge] = useState(false)
  const Icon = isLarge ? IconArrowsMinimize : IconArrowsMaximize
  return (
    <div className={css.both} data-large={isLarge || undefined}>
      <div className={css.tables}>
        <Tables of={of} open={open} />
      </div>
      <div className={css.picture}>
        <Suspense fallback={<Loading rows={8} />}>
          <Picture
            of={of}
            open={open}
            extra={
              <IconButton
                small
                label={t('diagram.large')}
                aria-pressed={isLarge}
                onClick={() => enlarge(!isLarge)}
              >
                <Icon size={16} />
              </IconButton>
            }
          />
        </Suspense>
      </div>
      <Suspense>{opened && <OpenedRow of={of} stored={stored} opened={opened} open={open} />}</Suspense>
    </div>
  )
}

function Tables({ of, open }: { of: ClassModel; open: Open }) {
  const t = useTexts('workflow')
  return (
    <>
      <Part
        title={t('states.title')}
        note={of.fixed ? t('states.fixed') : undefined}
        add={of.fixed ? undefined : t('states.add')}
        onAdd={() => open({ kind: 'state', id: null })}
      >
        {!(of.fixed && of.states.length === 0) && (
          <StatesTable of={of} onOpen={({ id }) => open({ kind: 'state', id })} />
        )}
      </Part>
      <Part
        title={t('methods.title')}
        add={t('methods.add')}
        onAdd={() => open({ kind: 'method', id: null })}
      >
        <MethodsTable of={of} onOpen={({ id }) => open({ kind: 'method', id })} />
      </Part>
      <Part
        title={t('transitions.title')}
        add={t('transitions.add')}
        onAdd={() => open({ kind: 'transition', id: null })}
      >
        <TransitionsTable of={of} onOpen={({ id }) => open({ kind: 'transition', id })} />
      </Part>
      <Part title={t('events.title')} add={t('events.add')} onAdd={() => open({ kind: 'event', id: null })}>
        <EventList of={of} onOpen={({ id }) => open({ kind: 'event', id })} />
      </Part>
    </>
  )
}

function Part({
  title,
  note,
  add,
  onAdd,
  children,
}: {
  title: string
  note?: string
  /** Label of the add button; without it nothing can be added. */
  add?: string
  onAdd: () => void
  children: ReactNode
}) {
  return (
    <section className={css.part} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {add && (
          <Button small kind="quiet" icon={<IconPlus size={16} />} onClick={onAdd}>
            {add}
          </Button>
        )}
      </header>
      {note && <p className={css.note}>{note}</p>}
      {children}
    </section>
  )
}

function Picture({ of, open, extra }: { of: ClassModel; open: Open; extra: ReactNode }) {
  const t = useTexts('workflow')
  const stateId = (code: string) => of.states.find((state) => state.code === code)?.id
  const methodId = (code: string) => of.methods.find((method) => method.code === code)?.id ?? null
  const openRide = (ride: Ride): void => {
    const [only, ...more] = ride.transitions
    if (!only) open({ kind: 'method', id: methodId(ride.method.code) })
    else open(more.length > 0 ? { kind: 'bundle', ride } : { kind: 'transition', id: only.id })
  }
  return (
    <StateDiagram
      label={t('diagram.label', { name: of.class.name })}
      of={of}
      onState={(code) => open({ kind: 'state', id: stateId(code) ?? null })}
      onMethod={(code) => open({ kind: 'method', id: methodId(code) })}
      onRide={openRide}
      onConnect={(from, to) =>
        open({
          kind: 'transition',
          id: null,
          initial: { stateid: stateId(from) ?? null, newstateid: stateId(to) },
        })
      }
      extra={extra}
      actions={
        !of.fixed && (
          <Button small icon={<IconPlus size={16} />} onClick={() => open({ kind: 'state', id: null })}>
            {t('states.add')}
          </Button>
        )
      }
    />
  )
}

const find = <Row extends { id: string }>(rows: readonly Row[], id: string | null): Row | null =>
  rows.find((row) => row.id === id) ?? null

/**
 * Returns the row to change, as stored: its label is a field there. An inherited one becomes the draft of a
 * new row of the class, which starts with the label that is shown.
 */
function rowToEdit<Row extends { id: string; inherited: boolean }>(
  shown: readonly Row[],
  stored: readonly Row[],
  id: string | null,
): Row | null {
  const row = find(stored, id)
  return row?.inherited ? find(shown, id) : row
}

function OpenedRow({
  of,
  stored,
  opened,
  open,
}: {
  of: ClassModel
  stored: ClassModel
  opened: Opened
  open: Open
}) {
  const onClose = (): void => open(null)
  switch (opened.kind) {
    case 'state':
      return <StateDialog of={of} row={rowToEdit(of.states, stored.states, opened.id)} onClose={onClose} />
    case 'method':
      return <MethodDialog of={of} row={rowToEdit(of.methods, stored.methods, opened.id)} onClose={onClose} />
    case 'transition':
      return (
        <TransitionDialog
          of={of}
          row={find(of.transitions, opened.id)}
          initial={opened.initial}
          onClose={onClose}
        />
      )
    case 'event':
      return (
        <EventDialog
          of={of}
          row={rowToEdit(of.events, stored.events, opened.id)}
          action={opened.action}
          onClose={onClose}
        />
      )
    case 'bundle':
      return <BundleDialog of={of} ride={opened.ride} open={open} />
  }
}

/** Lists the transitions that one arrow stands for, to choose from. */
function BundleDialog({ of, ride, open }: { of: ClassModel; ride: Ride; open: Open }) {
  const t = useTexts('workflow')
  const ids = new Set(ride.transitions.map(({ id }) => id))
  return (
    <Dialog wide title={t('transitions.of', { method: ride.method.label })} onClose={() => open(null)}>
      <TransitionsTable
        of={{ ...of, transitions: of.transitions.filter(({ id }) => ids.has(id)) }}
        onOpen={({ id }) => open({ kind: 'transition', id })}
      />
    </Dialog>
  )
}
