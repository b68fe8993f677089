import { transactionGet } from '@stationmaster/contract'
import { IconPrinter } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { Notes } from '../../../features/notes/notes-part.ts'
import { TransactionState } from '../../../features/transactions/transaction-columns.tsx'
import { useEndpoint } from '../../../lib/query.ts'
import { useRecent } from '../../../lib/recent.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Identity } from '../../../ui/data/copy.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Page, PageHead, useHeadingFocus } from '../../../ui/page/page.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { EventTimeline } from '../activity/event-timeline.tsx'
import { useResolve } from '../resolve-transaction.ts'
import { SessionActions } from '../transaction/session-actions.tsx'
import { sessionHintsOfOne } from '../transaction/session-hints.ts'
import { SessionParts } from '../transaction/session-parts.tsx'

/** One session: `/crm/transaction/{number}`. */
export default function TransactionScreen() {
  const { param1: number = '' } = useParams()
  if (!/^\d{1,10}$/.test(number)) return <Navigate replace to={addressOf('/crm/transactions')} />
  return <Session key={number} number={Number(number)} />
}

/** A session has few events. */
const shownEvents = 200

function Session({ number }: { number: number }) {
  const t = useTexts('transactions')
  const tActivity = useTexts('activity')
  const found = useEndpoint(transactionGet, { transactionid: number }, { hints: sessionHintsOfOne })
  const resolve = useResolve()
  useHeadingFocus(String(number))
  const transaction = found.data
  useRecent(
    transaction
      ? { classcode: 'transaction', id: String(number), label: `${number} · ${transaction.identity}` }
      : null,
  )
  return (
    <Page>
      <PageHead
        title={t('detail.title', { number })}
        heading={transaction ? (transaction.cardname ?? transaction.code) : undefined}
        badge={transaction && <TransactionState state={transaction.statecode} />}
        crumbs={[{ label: t('title'), to: addressOf('/crm/transactions') }]}
        facts={
          transaction ? (
            <span>
              {/* of another client, whose stations this user does not see */}
              {transaction.identity !== '' && (
                <>
                  <Link to={addressOf('/crm/station', [transaction.stationid])}>{transaction.identity}</Link>{' '}
                  ·{' '}
                </>
              )}
              {t('connector', { number: transaction.connectorid })}
              {transaction.stationlabel && <> · {transaction.stationlabel}</>} ·{' '}
              <Moment at={transaction.datestart} /> · <Identity value={String(number)} copy />
            </span>
          ) : (
            false
          )
        }
        actions={
          transaction && (
            <>
              {transaction.statecode !== 'running' && (
                <Button icon={<IconPrinter size={18} />} onClick={() => window.print()}>
                  {t('detail.print')}
                </Button>
              )}
              <SessionActions transaction={transaction} resolve={resolve} />
            </>
          )
        }
      />
      {transaction ? (
        <>
          <SessionParts isPage transaction={transaction} error={resolve.error} />
          <EventTimeline of={{ transactionid: number }} limit={shownEvents} empty={tActivity('noEvents')} />
          <Suspense>
            <Notes classCode="transaction" id={transaction.id} />
          </Suspense>
        </>
      ) : (
        <Unloaded query={found} rows={8} />
      )}
    </Page>
  )
}
