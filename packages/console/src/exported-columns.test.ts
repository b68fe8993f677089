import {
  adminUserList,
  apiLogSearch,
  auditSearch,
  cardList,
  columnsOf,
  connectionAttemptList,
  type Endpoint,
  eventLogSearch,
  mailList,
  postList,
  reservationList,
  stationList,
  transactionList,
} from '@stationmaster/contract'
import type { TObject } from 'typebox'
import { expect, test } from 'vitest'
import { callColumns } from './areas/admin/journals/call-columns.tsx'
import { changeColumns } from './areas/admin/journals/change-columns.tsx'
import { eventColumns } from './areas/admin/journals/event-columns.tsx'
import { mailColumns } from './areas/admin/mail/mail-columns.tsx'
import { postColumns } from './areas/admin/posts/post-columns.tsx'
import { userColumns } from './areas/admin/users/user-columns.tsx'
import { cardColumns } from './features/cards/card-columns.tsx'
import { toolColumns } from './areas/ocpp/tool-columns.tsx'
import { attemptColumns } from './features/stations/attempt-columns.tsx'
import { reservationColumns } from './features/stations/reservation-columns.tsx'
import { stationColumns } from './features/stations/station-columns.tsx'
import {
  stationTransactionColumns,
  transactionColumns,
} from './features/transactions/transaction-columns.tsx'
import { createFormat } from './lib/format.ts'
import type { Column, FileTexts } from './ui/table/columns.ts'
import { fileColumns, sheetOf } from './ui/table/file-sheet.ts'

const attempts = attemptColumns({ code: 'A', isAdmin: true, onAdd: () => {} })
const lists: [string, readonly Column<never>[], Endpoint][] = [
  ['stations', stationColumns, stationList],
  ['tools', toolColumns, stationList],
  ['transactions', transactionColumns, transactionList],
  ['transactions of a station', stationTransactionColumns, transactionList],
  ['cards', cardColumns, cardList],
  ['reservations', reservationColumns, reservationList],
  ['attempts', attempts, connectionAttemptList],
  ['users', userColumns, adminUserList],
  ['mails', mailColumns, mailList],
  ['posts', postColumns, postList],
  ['API log', callColumns, apiLogSearch],
  ['event log', eventColumns, eventLogSearch],
  ['audit trail', changeColumns, auditSearch],
]

/** Returns the fields of a list, or of the rows of a search. */
function fieldsOf({ answer }: Endpoint): string[] {
  const { items, properties } = answer as unknown as {
    items?: TObject
    properties?: { rows: { items: TObject } }
  }
  return columnsOf(items ?? properties!.rows.items)
}

test.each(lists)('the columns of %s are exported with fields that the list returns', (_, columns, row) => {
  expect(fieldsOf(row)).toEqual(
    expect.arrayContaining(columns.flatMap(fileColumns).map(({ field }) => field)),
  )
})

test.each(lists)('every column of %s that shows a value is exported', (_, columns) => {
  const missing = columns.filter((column) => fileColumns(column).length === 0).map(({ id }) => id)
  expect(missing.filter((id) => id !== 'action')).toEqual([])
})

const texts: FileTexts = {
  text: (key) => key.replace(/.*[.:]/, ''),
  custom: (_, classCode, code) => (classCode === 'transaction' && code === 'running' ? 'läuft' : undefined),
  terms: () => ({ Local: 'vor Ort' }),
}

test('a sheet has the visible columns with titles, units, words and the time zone', () => {
  const format = createFormat('ru', 'Europe/Berlin')
  const sheet = sheetOf(transactionColumns, ['state', 'energy', 'duration', 'reason'], { texts, format })
  expect(sheet).toEqual({
    timezone: 'Europe/Berlin',
    columns: [
      { field: 'identity', title: 'station' },
      { field: 'connectorid', title: 'connector' },
      {
        field: 'statecode',
        title: 'state',
        words: { running: 'läuft', finished: 'finished', needs_review: 'needs_review' },
      },
      { field: 'duration', title: 'duration', unit: 'мин', divisor: 60 },
      { field: 'energy', title: 'energy', unit: 'кВт·ч', divisor: 1000 },
      { field: 'reason', title: 'reason', words: { Local: 'vor Ort' } },
    ],
  })
})

test('the state of the local list is exported in words', () => {
  const sheet = sheetOf(stationColumns, ['locallist'], { texts, format: createFormat('en', 'UTC') })
  expect(sheet?.columns.at(-1)).toEqual({
    field: 'locallist',
    title: 'locallist',
    words: { current: 'current', outdated: 'outdated', failed: 'failed' },
  })
})
