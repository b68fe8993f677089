import type { AnswerOf, eventLogGet } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { type Tone, ToneChip } from '../../../ui/state/state-chip.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import css from './journals.module.css'

export type LoggedEvent = AnswerOf<typeof eventLogGet>

const tones: Record<LoggedEvent['type'], Tone> = {
  message: 'good',
  warning: 'warn',
  error: 'bad',
  debug: 'calm',
}

export function EventType({ type }: { type: LoggedEvent['type'] }) {
  const t = useTexts('journals')
  return <ToneChip tone={tones[type]}>{t(`dblog.types.${type}`)}</ToneChip>
}

const dash = <span className="muted">–</span>

export const eventColumns: readonly Column<LoggedEvent>[] = [
  {
    id: 'datetime',
    title: 'journals:time',
    sort: 'datetime',
    min: 170,
    narrow: 'value',
    cell: (event) => <Moment at={event.datetime} seconds />,
  },
  {
    id: 'type',
    title: 'journals:dblog.type',
    narrow: 'badge',
    cell: (event) => <EventType type={event.type} />,
  },
  {
    id: 'code',
    title: 'journals:dblog.code',
    cell: (event) => <span className="mono">{event.code}</span>,
  },
  {
    id: 'event',
    title: 'journals:dblog.event',
    min: 180,
    narrow: 'title',
    cell: (event) => <bdi>{event.event}</bdi>,
  },
  {
    id: 'text',
    title: 'journals:dblog.text',
    min: 260,
    narrow: 'subtitle',
    cell: (event) => (event.text === '' ? dash : <bdi className={css.cut}>{event.text}</bdi>),
  },
  {
    id: 'username',
    title: 'journals:person',
    cell: (event) => (event.username === null ? dash : <bdi>{event.username}</bdi>),
  },
  {
    id: 'object',
    title: 'journals:object',
    cell: (event) => (event.object === null ? dash : <bdi className="mono">{event.object}</bdi>),
  },
]
