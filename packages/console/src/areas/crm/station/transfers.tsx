import { type AnswerOf, transferList } from '@stationmaster/contract'
import { IconFileDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useFormat } from '../../../lib/format.ts'
import { pageConfig } from '../../../lib/page-config.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useStationName } from '../../../lib/station-name.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { Cut } from '../../../ui/data/cut.tsx'
import { BriefTerm, Term } from '../../../ui/data/term.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { Row, Stack } from '../../../ui/page/page.tsx'
import { type Tone, ToneChip } from '../../../ui/state/state-chip.tsx'
import { agoColumn } from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { PartTable } from '../../../ui/table/part-table.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { Part } from '../../../ui/page/part.tsx'
import css from './station.module.css'

type Transfer = AnswerOf<typeof transferList>[number]

/** States of the delivery to the station, which OCPP does not have. */
const ours = ['Requested', 'Refused', 'NotSent', 'Canceled'] as const

/** Shows a status of the delivery, or one of OCPP 1.6, 7.24 and 7.25, with its term if `full`. */
function StatusWord({ status, full = false }: { status: string; full?: boolean }) {
  const t = useTexts('maintenance')
  const own = ours.find((known) => known === status)
  if (own) return t(`transfers.states.${own}`)
  return full ? <Term member="status" value={status} /> : <BriefTerm member="status" value={status} />
}

const good = new Set(['Installed', 'Uploaded'])

function toneOf({ status, finished }: Transfer): Tone {
  if (good.has(status)) return 'good'
  if (status === 'Canceled') return 'calm'
  return finished === null ? 'busy' : 'bad'
}

function Status({ transfer }: { transfer: Transfer }) {
  return (
    <ToneChip tone={toneOf(transfer)}>
      <StatusWord status={transfer.status} />
    </ToneChip>
  )
}

function Kind({ kind }: { kind: Transfer['kind'] }) {
  const t = useTexts('maintenance')
  return t(`transfers.kinds.${kind}`)
}

/** Shows the name or address of a file; if it is stored here, with its size, and as a link if `isLink`. */
function File({ transfer, isLink }: { transfer: Transfer; isLink: boolean }) {
  const format = useFormat()
  const { filename, filebytes, fileurl, location, kind } = transfer
  const text = <Cut mono wide text={(filename ?? location) || '–'} title={location} />
  if (fileurl === null || filebytes === null) return text
  return (
    <span className={css.file}>
      {isLink ? (
        <a
          href={pageConfig().apiDomain + fileurl}
          download={filename ?? kind}
          rel="noreferrer"
          // the row opens its dialog
          onClick={(event) => event.stopPropagation()}
        >
          {text}
        </a>
      ) : (
        text
      )}
      <span className="muted">{format.bytes(filebytes)}</span>
    </span>
  )
}

/** The file of a row. On phones the row is a button, which contains no link: its dialog has it. */
function FileOfRow({ transfer }: { transfer: Transfer }) {
  return <File transfer={transfer} isLink={!useIsPhone()} />
}

const columns: readonly Column<Transfer>[] = [
  {
    id: 'kind',
    title: 'maintenance:transfers.kind',
    narrow: 'title',
    cell: ({ kind }) => <Kind kind={kind} />,
  },
  {
    id: 'status',
    title: 'maintenance:transfers.status',
    narrow: 'badge',
    cell: (transfer) => <Status transfer={transfer} />,
  },
  {
    id: 'file',
    title: 'maintenance:transfers.file',
    narrow: 'subtitle',
    cell: (transfer) => <FileOfRow transfer={transfer} />,
  },
  agoColumn('created', 'maintenance:transfers.started', { sort: false }),
  agoColumn('lastupdate', 'maintenance:transfers.updated', { sort: false, narrow: 'value' }),
]
const rowId = ({ id }: Transfer) => id

/** Jobs shown per step; up to 500 are stored per station. */
const step = 10

/** Firmware updates and uploads of diagnostics and logs, with the progress that the station reports. */
export function Transfers({ station }: { station: Station }) {
  const t = useTexts('maintenance')
  const name = useStationName()
  const [shownCount, setShownCount] = useState(step)
  const [open, setOpen] = useState<string | null>(null)
  const found = useEndpoint(
    transferList,
    // One more than is shown, to know that there are more.
    { filter: { stationid: station.id }, orderby: ['created DESC'], reclimit: shownCount + 1 },
    { hints: ['transfer.changed'], station: station.id, keepPrevious: true },
  )
  const rows = found.data?.slice(0, shownCount) ?? []
  const opened = rows.find(({ id }) => id === open)
  const command = (action: string): string => addressOf('/ocpp/command', [name(station), action])
  return (
    <Part
      title={t('transfers.title')}
      lead={t('transfers.lead')}
      actions={
        <Row>
          <LinkButton small to={command('UpdateFirmware')}>
            {t('transfers.update')}
          </LinkButton>
          <LinkButton small to={command('GetDiagnostics')}>
            {t('transfers.diagnostics')}
          </LinkButton>
        </Row>
      }
    >
      <PartTable
        query={found}
        label={t('transfers.title')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={({ kind }) => t(`transfers.kinds.${kind}`)}
        rowState={({ status }) => status}
        onOpen={({ id }) => setOpen(id)}
        onMore={(found.data?.length ?? 0) > shownCount && (() => setShownCount(shownCount + step))}
        empty={
          <Empty
            icon={<IconFileDownload size={28} stroke={1.5} />}
            title={t('transfers.empty')}
            lead={t('transfers.emptyLead')}
          />
        }
      />
      {opened && <TransferDialog transfer={opened} onClose={() => setOpen(null)} />}
    </Part>
  )
}

/** One job with every status that was reported for it. */
function TransferDialog({ transfer, onClose }: { transfer: Transfer; onClose: () => void }) {
  const t = useTexts('maintenance')
  return (
    <Dialog wide title={t(`transfers.kinds.${transfer.kind}`)} onClose={onClose}>
      <Stack>
        <KeyValues
          rows={[
            [t('transfers.status'), <Status key="status" transfer={transfer} />],
            [
              t('transfers.location'),
              <bdi key="location" className="mono">
                {transfer.location || t('transfers.startedByStation')}
              </bdi>,
            ],
            transfer.filename !== null && [
              t('transfers.file'),
              <bdi key="file" className="mono">
                {transfer.filename}
              </bdi>,
            ],
            transfer.fileurl !== null && [
              t('transfers.stored'),
              <File key="stored" transfer={transfer} isLink />,
            ],
            [t('transfers.started'), <Moment key="started" at={transfer.created} seconds />],
            [t('transfers.finished'), <Moment key="finished" at={transfer.finished} seconds />],
          ]}
        />
        <b>{t('transfers.steps')}</b>
        <ol aria-label={t('transfers.steps')}>
          {transfer.statuses.map(({ status, at }, place) => (
            // A status may be reported more than once: only its position is unique.
            <li key={place}>
              <Moment at={at} seconds /> · <StatusWord status={status} full />
            </li>
          ))}
        </ol>
      </Stack>
    </Dialog>
  )
}
