import type { AnswerOf, transactionGet } from '@stationmaster/contract'
import { Suspense } from 'react'
import { SessionCost } from '../../../features/charges/session-cost-part.ts'
import { TransactionChart } from '../../../features/charts/transaction-chart.tsx'
import { CauseNotice } from '../../../features/transactions/cause-notice.tsx'
import { SignedValues } from '../../../features/transactions/signed-values-part.ts'
import { useTransactionStateLabel } from '../../../features/transactions/transaction-columns.tsx'
import { TransactionFacts, TransactionFigures } from '../../../features/transactions/transaction-facts.tsx'
import { Announced } from '../../../ui/feedback/announced.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { Card, Stack } from '../../../ui/page/page.tsx'

/** Cause, figures, chart and all data of a session, in the drawer and on its page. */
export function SessionParts({
  transaction,
  error,
  isPage = false,
}: {
  transaction: AnswerOf<typeof transactionGet>
  error: Error | null
  isPage?: boolean
}) {
  const stateLabel = useTransactionStateLabel()
  const chart = <TransactionChart transaction={transaction} />
  const facts = <TransactionFacts transaction={transaction} />
  return (
    <Stack>
      {error && <Failure small error={error} />}
      <CauseNotice transaction={transaction} />
      <TransactionFigures transaction={transaction} />
      {isPage ? <Card>{chart}</Card> : chart}
      <Suspense>
        <SessionCost id={transaction.id} number={transaction.transactionid} />
        <SignedValues number={transaction.transactionid} />
      </Suspense>
      {isPage ? <Card>{facts}</Card> : facts}
      <Announced key={transaction.id} text={stateLabel(transaction.statecode)} />
    </Stack>
  )
}
