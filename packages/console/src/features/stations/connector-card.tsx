import { IconBolt, IconCalendarCheck, IconDots, IconPlayerStop, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button, IconButton } from '../../ui/buttons.tsx'
import { Identity } from '../../ui/data/copy.tsx'
import { Menu } from '../../ui/menu.tsx'
import { StateChip } from '../../ui/state/state-chip.tsx'
import { stateOf } from '../../ui/state/state-names.ts'
import { Ago } from '../../ui/time/moment.tsx'
import { ConnectorFault } from './connector-fault.tsx'
import css from './connector.module.css'
import { type ConnectorAct, type Reason, whyNot } from './connector-rules.ts'
import { ConnectorSession } from './connector-session.tsx'
import { type Board, liveValues } from './live-readings.ts'
import type { Station } from './station-columns.tsx'
import type { Connector, Reservation, RunningSession } from './station-queries.ts'

export interface ConnectorCardProps {
  station: Station
  connector: Connector
  session: RunningSession | null
  reservation: Reservation | null
  board: Board
  onAct: (act: ConnectorAct | 'edit') => void
  /** Opens the running session. */
  onSession: (number: number) => void
  /** Further entries of the menu. */
  menu?: ReactNode
}

/** A connector: its state and since when, what is wrong, what runs, and what can be asked of it. */
export function ConnectorCard(props: ConnectorCardProps) {
  const { station, connector, session, reservation, board, onSession } = props
  const t = useTexts('station')
  const name = connector.label ?? connector.chargername
  return (
    <section
      className={css.connector}
      data-state={station.connected ? stateOf(connector.statecode) : 'offline'}
      aria-label={t('connector.heading', { number: connector.connectorid })}
    >
      <header className={css.head}>
        <h3>
          <bdi>#{connector.connectorid}</bdi> {name && <span>{name}</span>}
        </h3>
        <span className={css.state} data-faded={!station.connected || undefined}>
          <StateChip state={connector.statecode} />
        </span>
      </header>
      <p className={css.facts}>
        <Plate connector={connector} />
        <span>
          {t('since')} <Ago at={connector.statesince} />
        </span>
      </p>
      <ConnectorFault connector={connector} />
      {connector.transactionid !== null && (
        <ConnectorSession
          number={connector.transactionid}
          session={session}
          values={liveValues(connector, board)}
          onOpen={onSession}
        />
      )}
      {reservation && (
        <p className={css.reservation} data-state="reserved">
          {t('reservedFor')} <Identity value={reservation.code} /> · {t('until')}{' '}
          <Ago at={reservation.expirydate} />
        </p>
      )}
      <Acts {...props} />
    </section>
  )
}

/** Kind of current, plug and highest power, where somebody has said them. */
function Plate({ connector }: { connector: Connector }) {
  const t = useTexts('station')
  const format = useFormat()
  const { typecode, chargername, label, maxpower } = connector
  const parts = [
    typecode === 'dc' || typecode === 'ac' ? t(`connector.types.${typecode}`) : null,
    label === null ? null : chargername,
    maxpower === null ? null : format.power(maxpower),
  ].filter((part) => part !== null)
  return <span>{parts.join(' · ')}</span>
}

function Acts({ station, connector, reservation, onAct, menu }: ConnectorCardProps) {
  const t = useTexts('station')
  const why = (act: ConnectorAct) => whyNot(act, station, connector, reservation !== null)
  const isCharging = connector.transactionid !== null
  const first = isCharging ? 'stop' : 'charge'
  const second = reservation ? 'release' : 'reserve'
  const note = `connector-${connector.id}-why`
  const said = [...new Set([why(first), why(second)])].filter((reason) => reason !== null)
  const button = (act: ConnectorAct, icon: ReactNode) => (
    <Button
      icon={icon}
      disabled={why(act) !== null}
      aria-describedby={why(act) === null ? undefined : note}
      onClick={() => onAct(act)}
    >
      {t(`acts.${act}`)}
    </Button>
  )
  return (
    <>
      <div className={css.acts}>
        {button(first, isCharging ? <IconPlayerStop size={16} /> : <IconBolt size={16} />)}
        {button(second, reservation ? <IconTrash size={16} /> : <IconCalendarCheck size={16} />)}
        <Menu position="bottom-end">
          <Menu.Target>
            <IconButton label={t('connector.more', { number: connector.connectorid })}>
              <IconDots size={18} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onAct('edit')}>{t('connector.editShort')}</Menu.Item>
            <Menu.Item disabled={why('unlock') !== null} onClick={() => onAct('unlock')}>
              {t('acts.unlockMore')}
            </Menu.Item>
            <Menu.Item disabled={why('service') !== null} onClick={() => onAct('service')}>
              {t(
                connector.statecode === 'unavailable' ? 'service.menu.Operative' : 'service.menu.Inoperative',
              )}
            </Menu.Item>
            {menu}
          </Menu.Dropdown>
        </Menu>
      </div>
      <p id={note} className={css.why}>
        {said.map((reason) => (
          <Why key={reason} reason={reason} />
        ))}
      </p>
    </>
  )
}

/** Why something cannot be asked now, in a sentence. */
export function Why({ reason }: { reason: Reason }) {
  const t = useTexts('station')
  return <span>{t(`whyNot.${reason}`)}</span>
}
