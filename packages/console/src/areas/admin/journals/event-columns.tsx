import type { AnswerOf, eventLogGet } from '@stationmaster/contract'
import { momentColumn, stateChip, stateColumn, textColumn } from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'

export type LoggedEvent = AnswerOf<typeof eventLogGet>

export const EventType = stateChip<LoggedEvent['type']>({
  tones: { message: 'good', warning: 'warn', error: 'bad', debug: 'calm' },
  word: (type) => `journals:dblog.types.${type}`,
})

export const eventColumns: readonly Column<LoggedEvent>[] = [
  momentColumn('datetime', 'journals:time', { seconds: true, min: 170, narrow: 'value' }),
  stateColumn('type', 'journals:dblog.type', { sort: false, Chip: EventType }),
  textColumn('code', 'journals:dblog.code', { sort: false, mono: true }),
  textColumn('event', 'journals:dblog.event', { sort: false, min: 180, narrow: 'title' }),
  textColumn('text', 'journals:dblog.text', { sort: false, cut: 'wide', min: 260, narrow: 'subtitle' }),
  textColumn('username', 'journals:person', { sort: false }),
  textColumn('object', 'journals:object', { sort: false, mono: true }),
]
