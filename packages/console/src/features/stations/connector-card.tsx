import { connectorRemove, connectorSet, stationService } from '@stationmaster/contract'
import {
  IconBolt,
  IconCalendarCheck,
  IconCircleCheck,
  IconCircleOff,
  IconDots,
  IconLockOpen,
  IconPencil,
  IconPlayerStop,
  IconTrash,
} from '@tabler/icons-react'
import { Suspense } from 'react'
import { useMay } from '../../lib/access.ts'
import { useFormat } from '../../lib/format.ts'
import { useMethodReason } from '../../lib/methods.ts'
import { useCustomLabels, useTexts } from '../../lib/texts.ts'
import { Button, IconButton } from '../../ui/buttons.tsx'
import { Identity } from '../../ui/data/copy.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MethodItems } from '../../ui/methods/method-items.tsx'
import { StateChip } from '../../ui/state/state-chip.tsx'
import { stateOf } from '../../ui/state/state-names.ts'
import { LabelledAgo } from '../../ui/time/moment.tsx'
import { useCommandRefusal } from './command-refusal.ts'
import { ConnectorFault } from './connector-fault.tsx'
import css from './connector.module.css'
import { ConnectorSession, LastSession } from './connector-session.tsx'
import { type Board, liveValues } from './live-readings.ts'
import { OutOfServiceNotice } from './service-parts.ts'
import type { Station } from './station-columns.tsx'
import type { Connector, Reservation, RunningSession } from './station-queries.ts'

/** Actions that a user may request for a connector. */
export type ConnectorAct = keyof typeof methodOf | 'unlock' | 'out' | 'in' | 'edit' | 'remove'

export interface ConnectorCardProps {
  station: Station
  connector: Connector
  session: RunningSession | null
  /** The last transaction that ended on this connector. */
  last: RunningSession | null
  reservation: Reservation | null
  board: Board
  onAct: (act: ConnectorAct) => void
  /** Opens the running transaction. */
  onSession: (number: number) => void
}

/** A connector: its state and since when, faults, the running transaction, and the available actions. */
export function ConnectorCard(props: ConnectorCardProps) {
  const { station, connector, session, last, reservation, board, onSession } = props
  const t = useTexts('station')
  const name = connector.label ?? connector.chargername
  return (
    <section
      className={css.connector}
      data-state={station.connected ? stateOf(connector.statecode) : 'offline'}
      aria-label={t('connector.heading', { number: connector.connectorid })}
    >
      <header className={css.head}>
        <h2>
          <bdi>#{connector.connectorid}</bdi> {name && <span>{name}</span>}
        </h2>
        <span className={css.state} data-faded={!station.connected || undefined}>
          <StateChip of="connector" state={connector.statecode} />
        </span>
        <More {...props} />
      </header>
      <p className={css.facts}>
        {connector.announced ? <Plate connector={connector} /> : <span>{t('connector.reportedOnce')}</span>}
        <LabelledAgo label={t('changed')} at={connector.statesince} />
      </p>
      {connector.outofservicesince !== null && (
        <Suspense>
          <OutOfServiceNotice station={station.id} of={connector} onAct={props.onAct} />
        </Suspense>
      )}
      <ConnectorFault connector={connector} />
      {connector.transactionid !== null ? (
        <ConnectorSession
          number={connector.transactionid}
          session={session}
          values={liveValues(connector, board)}
          onOpen={onSession}
        />
      ) : (
        last && <LastSession session={last} onOpen={onSession} />
      )}
      {reservation && (
        <p className={css.reservation} data-state="reserved">
          {t('reservedFor')} <Identity value={reservation.code} /> ·{' '}
          <LabelledAgo label={t('ends')} at={reservation.expirydate} />
        </p>
      )}
      <Acts {...props} />
    </section>
  )
}

/** Type of current, plug and maximum power, if entered. */
function Plate({ connector }: { connector: Connector }) {
  const t = useTexts('station')
  const given = useCustomLabels('type')
  const format = useFormat()
  const { typecode, chargername, label, maxpower } = connector
  const parts = [
    given('connector', typecode) ??
      (typecode === 'dc' || typecode === 'ac' ? t(`connector.types.${typecode}`) : null),
    label === null ? null : chargername,
    maxpower === null ? null : format.power(maxpower),
  ].filter((part) => part !== null)
  return <span>{parts.join(' · ')}</span>
}

/** Methods with a button: those of the connector, and that of its reservation. */
const methodOf = {
  charge: { classCode: 'connector', code: 'start' },
  stop: { classCode: 'connector', code: 'stop' },
  reserve: { classCode: 'connector', code: 'reserve' },
  release: { classCode: 'reservation', code: 'cancel' },
} as const

/** The buttons of a connector, for methods that the server returned with it or with its reservation. */
function Acts({ connector, reservation, onAct }: ConnectorCardProps) {
  const t = useTexts('station')
  const reasonOf = useMethodReason()
  const isCharging = connector.transactionid !== null
  const acts = [
    ...(isCharging ? (['stop'] as const) : (['charge'] as const)),
    ...(reservation ? (['release'] as const) : (['reserve'] as const)),
  ].flatMap((act) => {
    const { classCode, code } = methodOf[act]
    const { methods } = act === 'release' ? reservation! : connector
    const label = t(`acts.${act}`)
    return code in methods ? [{ act, label, why: reasonOf(methods, { classCode, code, label }) }] : []
  })
  const note = `connector-${connector.id}-why`
  const reasons = [...new Set(acts.flatMap(({ why }) => why ?? []))]
  return (
    <>
      <div className={css.acts}>
        {acts.map(({ act, label, why }) => (
          <Button
            key={act}
            icon={actIcons[act]}
            disabled={why !== undefined}
            aria-describedby={why === undefined ? undefined : note}
            onClick={() => onAct(act)}
          >
            {label}
          </Button>
        ))}
      </div>
      <p id={note} className={css.why}>
        {reasons.map((reason) => (
          <span key={reason}>{reason}</span>
        ))}
      </p>
    </>
  )
}

const actIcons = {
  charge: <IconBolt size={16} />,
  stop: <IconPlayerStop size={16} />,
  reserve: <IconCalendarCheck size={16} />,
  release: <IconTrash size={16} />,
}

/** Menu of the less frequent actions. */
function More({ station, connector, onAct }: ConnectorCardProps) {
  const t = useTexts('station')
  const may = useMay()
  const { id } = connector
  const refusal = useCommandRefusal(station)
  const isOut = connector.outofservicesince !== null || connector.statecode === 'unavailable'
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton small label={t('connector.more', { number: connector.connectorid })}>
          <IconDots size={18} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {may(connectorSet, { id }) && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onAct('edit')}>
            {t('connector.editShort')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconLockOpen size={16} />}
          disabled={refusal !== undefined}
          onClick={() => onAct('unlock')}
        >
          {t('acts.unlockMore')}
        </Menu.Item>
        <Menu.Item
          leftSection={isOut ? <IconCircleCheck size={16} /> : <IconCircleOff size={16} />}
          disabled={!may(stationService, { id: station.id })}
          onClick={() => onAct(isOut ? 'in' : 'out')}
        >
          {t(isOut ? 'service.menu.Operative' : 'service.menu.Inoperative')}
        </Menu.Item>
        <MethodItems
          classCode="connector"
          object={connector}
          subject="Stations"
          except={['start', 'stop', 'reserve']}
        />
        {!connector.announced && may(connectorRemove, { id }) && (
          <Menu.Item
            leftSection={<IconTrash size={16} />}
            disabled={connector.transactionid !== null}
            onClick={() => onAct('remove')}
          >
            {t('connector.removeShort')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
