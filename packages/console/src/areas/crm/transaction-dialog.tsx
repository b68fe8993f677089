import { transactionGet } from '@stationmaster/contract'
import { TransactionFacts, TransactionFigures } from '../../features/transactions/transaction-facts.tsx'
import { TransactionChart } from '../../features/charts/transaction-chart.tsx'
import { MethodButtons } from '../../ui/methods/method-items.tsx'
import { useEndpoint } from '../../lib/query.ts'
import { addressOf } from '../../lib/screen.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button, LinkButton } from '../../ui/buttons.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Failure, Unloaded } from '../../ui/feedback/feedback.tsx'
import { Stack } from '../../ui/page/page.tsx'
import { useResolve } from './resolve-transaction.ts'

/** One session: its figures, its chart (live while it runs) and all its data. */
export function TransactionDialog({ number, onClose }: { number: number; onClose: () => void }) {
  const t = useTexts('transactions')
  const found = useEndpoint(
    transactionGet,
    { transactionid: number },
    { hints: ['transaction.changed', 'transaction.stopped', 'rights.changed'] },
  )
  const resolve = useResolve()
  const transaction = found.data
  return (
    <Dialog
      wide
      title={t('detail.title', { number })}
      onClose={onClose}
      footer={
        transaction && (
          <>
            <MethodButtons
              classCode="transaction"
              object={transaction}
              subject="Transactions"
              items={{
                resolve: {
                  label: t('detail.resolve'),
                  run: () => void resolve.confirmAndRun(transaction.id),
                },
              }}
            />
            <LinkButton to={addressOf('/crm/station', [transaction.stationid, 'transactions'])}>
              {t('detail.openStation')}
            </LinkButton>
            <Button onClick={onClose}>{t('ui.close')}</Button>
          </>
        )
      }
    >
      {!transaction && <Unloaded query={found} rows={5} />}
      {transaction && (
        <Stack>
          {resolve.error && <Failure small error={resolve.error} />}
          <TransactionFigures transaction={transaction} />
          <TransactionChart transaction={transaction} />
          <TransactionFacts transaction={transaction} />
        </Stack>
      )}
    </Dialog>
  )
}
