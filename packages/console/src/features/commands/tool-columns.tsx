import type { AnswerOf, stationList } from '@stationmaster/contract'
import { AccountCode } from '../../ui/data/account-code.tsx'
import { Identity } from '../../ui/data/copy.tsx'
import { BriefTerm } from '../../ui/data/term.tsx'
import { StateChip, type Tone, ToneChip } from '../../ui/state/state-chip.tsx'
import { stateWords } from '../../ui/state/state-words.ts'
import { agoColumn, none, numberColumn, textColumn } from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { termsOf } from '../../ui/table/file-sheet.ts'
import { Ago } from '../../ui/time/moment.tsx'

export type Station = AnswerOf<typeof stationList>[number]

const bootTones: Record<string, Tone> = { Accepted: 'good', Pending: 'warn', Rejected: 'bad' }

/** Columns with the OCPP details of stations. */
export const toolColumns: readonly Column<Station>[] = [
  {
    id: 'identity',
    title: 'ocpp:columns.identity',
    sort: 'identity',
    min: 180,
    narrow: 'title',
    cell: (station) => (
      <>
        <Identity value={station.identity} />
        <AccountCode station={station} />
      </>
    ),
  },
  {
    id: 'state',
    title: 'ocpp:columns.state',
    sort: 'displaystate',
    file: [{ field: 'displaystate', words: stateWords('charge_point') }],
    min: 140,
    narrow: 'badge',
    cell: (station) => <StateChip state={station.displaystate} />,
  },
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
  textColumn('version', 'ocpp:columns.protocol', { id: 'protocol', mono: true }),
  textColumn('remoteaddress', 'ocpp:columns.address', { id: 'address', mono: true }),
  {
    id: 'since',
    title: 'ocpp:columns.since',
    sort: 'connectionupdate',
    cell: (station) => (station.connected ? <Ago at={station.connectionupdate} /> : none),
  },
  agoColumn('lastseen', 'ocpp:columns.seen', { id: 'seen', narrow: 'value' }),
  {
    id: 'model',
    title: 'ocpp:columns.model',
    sort: 'modelname',
    file: [{ field: 'vendorname', title: 'exports:vendor' }, { field: 'modelname' }],
    narrow: 'subtitle',
    cell: (station) => [station.vendorname, station.modelname].filter(Boolean).join(' ') || none,
  },
  textColumn('firmware', 'ocpp:columns.firmware', { mono: true }),
  numberColumn('deviations', 'ocpp:columns.deviations', { sort: false, hidden: true }),
]
