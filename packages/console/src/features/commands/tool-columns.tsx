import type { AnswerOf, stationList } from '@stationmaster/contract'
import { AccountCode } from '../../ui/data/account-code.tsx'
import { Identity } from '../../ui/data/copy.tsx'
import { BriefTerm } from '../../ui/data/term.tsx'
import { StateChip, type Tone, ToneChip } from '../../ui/state/state-chip.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Ago } from '../../ui/time/moment.tsx'

export type Station = AnswerOf<typeof stationList>[number]

const none = <span className="muted">–</span>
const bootTones: Record<string, Tone> = { Accepted: 'good', Pending: 'warn', Rejected: 'bad' }
const mono = (text: string | null) => (text ? <bdi className="mono">{text}</bdi> : none)

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
    min: 140,
    narrow: 'badge',
    cell: (station) => <StateChip state={station.displaystate} />,
  },
  {
    id: 'boot',
    title: 'ocpp:columns.boot',
    sort: 'bootstatus',
    cell: (station) =>
      station.bootstatus ? (
        <ToneChip tone={bootTones[station.bootstatus] ?? 'calm'}>
          <BriefTerm member="status" value={station.bootstatus} />
        </ToneChip>
      ) : (
        none
      ),
  },
  {
    id: 'protocol',
    title: 'ocpp:columns.protocol',
    sort: 'version',
    cell: (station) => mono(station.version),
  },
  {
    id: 'address',
    title: 'ocpp:columns.address',
    sort: 'remoteaddress',
    cell: (station) => mono(station.remoteaddress),
  },
  {
    id: 'since',
    title: 'ocpp:columns.since',
    sort: 'connectionupdate',
    cell: (station) => (station.connected ? <Ago at={station.connectionupdate} /> : none),
  },
  {
    id: 'seen',
    title: 'ocpp:columns.seen',
    sort: 'lastseen',
    narrow: 'value',
    cell: (station) => <Ago at={station.lastseen} />,
  },
  {
    id: 'model',
    title: 'ocpp:columns.model',
    sort: 'modelname',
    narrow: 'subtitle',
    cell: (station) => [station.vendorname, station.modelname].filter(Boolean).join(' ') || none,
  },
  {
    id: 'firmware',
    title: 'ocpp:columns.firmware',
    sort: 'firmware',
    cell: (station) => mono(station.firmware),
  },
  {
    id: 'deviations',
    title: 'ocpp:columns.deviations',
    num: true,
    hidden: true,
    cell: (station, { format }) => format.number(station.deviations),
  },
]
