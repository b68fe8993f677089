import { IconPlug } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { ChargeDialog } from '../../../features/stations/charge-dialog.tsx'
import { type ConnectorAct, ConnectorCard } from '../../../features/stations/connector-card.tsx'
import { useReadings } from '../../../features/stations/live-readings.ts'
import { RemoveConnector } from '../../../features/stations/remove-connector.tsx'
import { ReleaseDialog } from '../../../features/stations/release-dialog.tsx'
import { ServiceDialog } from '../../../features/stations/service-parts.ts'
import type { Station } from '../../../features/stations/station-columns.tsx'
import {
  type Connector,
  type Reservation,
  useActiveReservations,
  useConnectors,
  useEndedSessions,
  useRunning,
} from '../../../features/stations/station-queries.ts'
import { StopDialog } from '../../../features/stations/stop-dialog.tsx'
import { UnlockDialog } from '../../../features/stations/unlock-dialog.tsx'
import { useAddress, whole } from '../../../lib/address.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { SessionDrawer } from '../transaction/session-drawer.tsx'
import css from './station.module.css'

const where = { tx: whole(0) }

// Rarely opened dialogs, with a calendar or a form that is larger than the rest of this section.
const ReserveDialog = lazy(async () => ({
  default: (await import('../../../features/stations/reserve-dialog.tsx')).ReserveDialog,
}))

const EditConnector = lazy(async () => ({
  default: (await import('../../../features/stations/edit-connector.tsx')).EditConnector,
}))

/**
 * The open dialog: an action on a connector. The connector is looked up on each render, so that the dialog is
 * live.
 */
interface OpenAction {
  act: ConnectorAct
  id: string
}

/** The connectors of a station, each with its running session and its actions. */
export function Connectors({ station }: { station: Station }) {
  const t = useTexts('station')
  const [at, go] = useAddress(where)
  const [openAction, setOpenAction] = useState<OpenAction | null>(null)
  const connectors = useConnectors(station.id)
  const running = useRunning(station.id)
  const endedSessions = useEndedSessions(station.id)
  const activeReservations = useActiveReservations(station.id)
  const board = useReadings(station.id)
  // Shown once all of it has arrived: a session or reservation that came later would move the buttons while
  // they are clicked.
  const isComplete = [running, endedSessions, activeReservations].every((query) => query.isFetched)
  if (!connectors.rows || !isComplete) return <Unloaded query={connectors} rows={3} rowHeight={120} />
  const sessions = running.data ?? []
  const ended = endedSessions.data ?? []
  const reservations = activeReservations.data ?? []
  if (connectors.rows.length === 0) {
    return (
      <Empty
        icon={<IconPlug size={28} stroke={1.5} />}
        title={t('connector.empty')}
        lead={t('connector.emptyLead')}
      />
    )
  }
  const reservationOf = (number: number) =>
    reservations.find(({ connectorid }) => connectorid === number) ?? null
  const chosen = openAction && connectors.rows.find(({ id }) => id === openAction.id)
  return (
    <>
      <div className={css.connectors}>
        {connectors.rows.map((connector) => (
          <ConnectorCard
            key={connector.id}
            station={station}
            connector={connector}
            board={board}
            session={sessions.find(({ transactionid }) => transactionid === connector.transactionid) ?? null}
            last={ended.find(({ connectorid }) => connectorid === connector.connectorid) ?? null}
            reservation={reservationOf(connector.connectorid)}
            onAct={(act) => setOpenAction({ act, id: connector.id })}
            onSession={(tx) => go({ tx }, { push: true })}
          />
        ))}
      </div>
      {openAction && chosen && (
        <Suspense>
          <Act
            act={openAction.act}
            station={station}
            connector={chosen}
            reservation={reservationOf(chosen.connectorid)}
            onClose={() => setOpenAction(null)}
          />
        </Suspense>
      )}
      {at.tx > 0 && (
        <SessionDrawer number={at.tx} rows={[]} onMove={() => {}} onClose={() => go({ tx: 0 })} />
      )}
    </>
  )
}

function Act({
  act,
  station,
  connector,
  reservation,
  onClose,
}: {
  act: OpenAction['act']
  station: Station
  connector: Connector
  reservation: Reservation | null
  onClose: () => void
}) {
  switch (act) {
    case 'charge':
      return <ChargeDialog connector={connector} onClose={onClose} />
    case 'stop':
      return <StopDialog connector={connector} onClose={onClose} />
    case 'reserve':
      return <ReserveDialog connector={connector} onClose={onClose} />
    case 'release':
      return <ReleaseDialog connector={connector} reservation={reservation} onClose={onClose} />
    case 'unlock':
      return <UnlockDialog station={station} connectorid={connector.connectorid} onClose={onClose} />
    case 'out':
    case 'in':
      return <ServiceDialog station={station} connector={connector} to={act} onClose={onClose} />
    case 'remove':
      return <RemoveConnector connector={connector} onClose={onClose} />
    case 'edit':
      return <EditConnector connector={connector} onClose={onClose} />
  }
}
