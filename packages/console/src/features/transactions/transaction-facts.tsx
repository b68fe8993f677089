import { type AnswerOf, meterSeries, type transactionGet } from '@stationmaster/contract'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import { useEndpoint } from '../../lib/query.ts'
import { addressOf } from '../../lib/screen.ts'
import { useTexts } from '../../lib/texts.ts'
import { Identity } from '../../ui/data/copy.tsx'
import { KeyValues } from '../../ui/data/key-values.tsx'
import { Term } from '../../ui/data/term.tsx'
import { Figure, Figures } from '../../ui/page/figures.tsx'
import { useStateLabel } from '../../ui/state/use-state-label.ts'
import { Moment, Running } from '../../ui/time/moment.tsx'
import { type Transaction, TransactionState } from './transaction-columns.tsx'

const RefusedByRule = lazy(async () => ({
  default: (await import('../../lib/refused-by-rule.tsx')).RefusedByRule,
}))

/** Main figures of a transaction. */
export function TransactionFigures({ transaction }: { transaction: Transaction }) {
  const t = useTexts('transactions')
  const format = useFormat()
  const now = useNow()
  const running = transaction.statecode === 'running'
  const { datestart, datestop, readingsat } = transaction
  const readAt = running && readingsat ? t('readAt', { time: format.clock(readingsat, now) }) : undefined
  const begin = format.clock(datestart, now)
  return (
    <Figures>
      <Figure label={t('columns.energy')} value={format.energyQuantity(transaction.energy)} note={readAt} />
      <Figure
        label={t('columns.duration')}
        value={<Running since={datestart} until={datestop} />}
        note={running ? t('since', { time: begin }) : `${begin} – ${format.clock(datestop, now)}`}
      />
      {running ? (
        <Figure label={t('columns.power')} value={format.powerQuantity(transaction.power)} note={readAt} />
      ) : (
        <AveragePower transaction={transaction} />
      )}
      {transaction.cost !== null && transaction.currency !== null && (
        <Figure
          label={running ? t('costSoFar') : t('columns.cost')}
          value={<span className="figure">{format.money(transaction.cost, transaction.currency)}</span>}
        />
      )}
      {/* AC stations report no state of charge. */}
      {transaction.soc !== null && (
        <Figure label={t('columns.soc')} value={format.percent(transaction.soc)} note={readAt} />
      )}
    </Figures>
  )
}

/** Average power of a finished session over its duration, with the peak of its readings. */
function AveragePower({
  transaction: { transactionid, energy, datestart, datestop },
}: {
  transaction: Transaction
}) {
  const t = useTexts('transactions')
  const format = useFormat()
  // the chart requests the same readings
  const { data } = useEndpoint(meterSeries, { transactionid, points: 1000 })
  const hours = datestop === null ? 0 : (Date.parse(datestop) - Date.parse(datestart)) / 3_600_000
  const peak = Math.max(0, ...(data?.power ?? []).filter((power) => power !== null))
  return (
    <Figure
      label={t('detail.averagePower')}
      value={hours > 0 ? format.powerQuantity(energy / hours) : <span className="muted">–</span>}
      note={peak > 0 ? t('detail.peakPower', { power: format.power(peak) }) : undefined}
    />
  )
}

/** Number of states shown; older ones are omitted. */
const shownStates = 50

/** All details of a transaction as label and value. */
export function TransactionFacts({ transaction }: { transaction: AnswerOf<typeof transactionGet> }) {
  const t = useTexts('transactions')
  const stateLabel = useStateLabel('connector')
  const format = useFormat()
  const { flags, continues, continuedby, states } = transaction
  return (
    <KeyValues
      wide
      rows={[
        [t('columns.state'), <TransactionState key="state" state={transaction.statecode} />],
        [t('columns.card'), <CardOf key="card" transaction={transaction} />],
        transaction.carplate !== null && [
          t('columns.car'),
          <bdi key="car">{[transaction.carplate, transaction.carlabel].filter(Boolean).join(' · ')}</bdi>,
        ],
        [t('detail.authorization'), <Term key="decision" member="status" value={transaction.decision} />],
        transaction.refusalreason !== null && [
          t('detail.refusal'),
          t(`detail.refusals.${transaction.refusalreason}`),
        ],
        transaction.accessrule !== null && [
          t('detail.accessRule'),
          <Suspense key="rule">
            <RefusedByRule id={transaction.accessrule} />
          </Suspense>,
        ],
        [t('columns.start'), <Moment key="start" at={transaction.datestart} seconds />],
        [t('detail.energyStart'), <Moment key="energy" at={transaction.dateenergystart} seconds />],
        [t('columns.stop'), <Moment key="stop" at={transaction.datestop} seconds />],
        [
          t('columns.reason'),
          transaction.reason && <Term key="reason" member="reason" value={transaction.reason} />,
        ],
        [t('columns.meterStart'), format.withUnit(transaction.meterstart, 0, 'Wh')],
        [t('columns.meterStop'), format.withUnit(transaction.meterstop, 0, 'Wh')],
        [t('columns.number'), <Identity key="number" value={String(transaction.transactionid)} copy />],
        continues !== null && [
          t('detail.continues'),
          <Identity key="continues" value={String(continues)} copy />,
        ],
        continuedby !== null && [
          t('detail.continuedBy'),
          <Identity key="continuedby" value={String(continuedby)} copy />,
        ],
        transaction.commandid !== null && [
          t('detail.remoteStart'),
          <Identity key="command" value={transaction.commandid} copy />,
        ],
        transaction.revision > 0 && [t('detail.revision'), transaction.revision],
        states.length > 0 && [
          t('detail.states'),
          <ul key="states">
            {states.slice(-shownStates).map(({ state, date }) => (
              <li key={`${date} ${state}`}>
                <Moment at={date} seconds /> {stateLabel(state)}
              </li>
            ))}
          </ul>,
        ],
        transaction.reservationid !== null && [t('columns.reservation'), transaction.reservationid],
        [t('detail.receivedStart'), <Moment key="told" at={transaction.receivedstart} seconds />],
        [t('detail.receivedStop'), <Moment key="ended" at={transaction.receivedstop} seconds />],
        flags.length > 0 && [
          t('detail.flags'),
          <span key="flags" className="mono">
            {flags.join(', ')}
          </span>,
        ],
      ]}
    />
  )
}

function CardOf({ transaction: { cardid, cardname, code } }: { transaction: Transaction }) {
  const card = (
    <>
      {cardname && <>{cardname} </>}
      <Identity value={code} />
    </>
  )
  return cardid === null ? card : <Link to={addressOf('/crm/card', [cardid])}>{card}</Link>
}
