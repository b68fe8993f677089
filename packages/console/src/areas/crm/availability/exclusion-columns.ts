import { type Exclusion, exclusionReasons } from '@stationmaster/contract'
import type { Column } from '../../../ui/table/columns.ts'
import { wordsOf } from '../../../ui/table/file-sheet.ts'

/** Columns of the file with the exclusions of a month. */
export const exclusionColumns: readonly Column<Exclusion>[] = [
  {
    id: 'exclusion',
    title: 'availability:exclusions.title',
    file: [
      { field: 'identity', title: 'availability:columns.station' },
      { field: 'connectorid', title: 'availability:columns.connector' },
      { field: 'sitename', title: 'availability:columns.site' },
      {
        field: 'reason',
        title: 'availability:exclusions.reason',
        words: wordsOf(exclusionReasons, (reason, { text }) => text(`availability:reasons.${reason}`)),
      },
      { field: 'from', title: 'availability:exclusions.from' },
      { field: 'to', title: 'availability:exclusions.to' },
      { field: 'description', title: 'availability:exclusions.description' },
      { field: 'evidence', title: 'availability:exclusions.evidence' },
      { field: 'files', members: ['name'], title: 'availability:files.title' },
      { field: 'username', title: 'availability:exclusions.user' },
      { field: 'created', title: 'availability:exclusions.created' },
    ],
    cell: ({ id }) => id,
  },
]
