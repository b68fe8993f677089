import type { ReportGroup, ReportRow } from '@stationmaster/contract'
import type { TextKey } from '../../../lib/texts.ts'
import type { Column, FileColumn } from '../../../ui/table/columns.ts'

const column = (id: string, title: TextKey, file: FileColumn): Column<ReportRow> => ({
  id,
  title,
  file: [file],
  cell: () => null,
})

/** Returns the columns of the files of a report. */
export const reportColumns = (by: ReportGroup): Column<ReportRow>[] => [
  column('name', `reports:groups.${by}`, { field: by === 'period' ? 'period' : 'name' }),
  column('sessions', 'reports:columns.sessions', { field: 'sessions' }),
  column('energy', 'reports:columns.energy', { field: 'energy', unit: 'kWh' }),
  column('net', 'reports:columns.net', { field: 'net' }),
  column('tax', 'reports:columns.tax', { field: 'tax' }),
  column('gross', 'reports:columns.gross', { field: 'gross' }),
  column('commission', 'reports:columns.commission', { field: 'commission' }),
  column('currency', 'reports:columns.currency', { field: 'currency' }),
]
