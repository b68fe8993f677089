import { BriefTerm } from '../../ui/data/term.tsx'
import { type Tone, ToneChip } from '../../ui/state/state-chip.tsx'
import { none, numberColumn, textColumn } from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { termsOf } from '../../ui/table/file-sheet.ts'
import { Ago } from '../../ui/time/moment.tsx'
import { type Station, stationColumns } from '../../features/stations/station-columns.tsx'

const bootTones: Record<string, Tone> = { Accepted: 'good', Pending: 'warn', Rejected: 'bad' }

/** Returns columns of the list of stations, in this order and visible. */
const shared = (...ids: string[]): Column<Station>[] =>
  ids.flatMap((id) =>
    stationColumns.filter((column) => column.id === id).map((column) => ({ ...column, hidden: false })),
  )

/** Columns with the OCPP details of stations; what the list of stations has, too, looks the same. */
export const toolColumns: readonly Column<Station>[] = [
  ...shared('station', 'state'),
  {
    id: 'boot',
    title: 'ocpp:columns.boot',
    sort: 'bootstatus',
    file: [{ field: 'bootstatus', words: termsOf('status') }],
    cell: (station) =>
      station.bootstatus ? (
        <ToneChip tone={bootTones[station.bootstatus] ?? 'calm'}>
          <BriefTerm member="status" value={station.bootstatus} />
        </ToneChip>
      ) : (
        none
      ),
  },
  ...shared('ocpp'),
  textColumn('remoteaddress', 'ocpp:columns.address', { id: 'address', mono: true }),
  {
    id: 'since',
    title: 'ocpp:columns.since',
    sort: 'connectionupdate',
    cell: (station) => (station.connected ? <Ago at={station.connectionupdate} /> : none),
  },
  ...shared('seen', 'model', 'firmware'),
  numberColumn('deviations', 'ocpp:columns.deviations', { sort: false, hidden: true }),
]
