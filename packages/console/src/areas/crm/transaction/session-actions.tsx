import { type AnswerOf, connectorList, type transactionGet } from '@stationmaster/contract'
import { IconPlayerStop } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { loadTexts, useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { MethodButtons } from '../../../ui/methods/method-items.tsx'
import type { useResolve } from '../resolve-transaction.ts'

const StopDialog = lazy(async () => {
  const stopDialog = import('../../../features/stations/stop-dialog.tsx')
  const [module] = await Promise.all([stopDialog, loadTexts('station', 'errors')])
  return { default: module.StopDialog }
})

/** Actions of a session: stop it while it runs, resolve it, read the messages of its time. */
export function SessionActions({
  transaction,
  resolve,
}: {
  transaction: AnswerOf<typeof transactionGet>
  resolve: ReturnType<typeof useResolve>
}) {
  const t = useTexts('transactions')
  const { datestart, datestop, stationid, identity } = transaction
  return (
    <>
      {transaction.statecode === 'running' && <StopButton transaction={transaction} />}
      <MethodButtons
        classCode="transaction"
        object={transaction}
        subject="Transactions"
        items={{
          resolve: { label: t('detail.resolve'), run: () => void resolve.confirmAndRun(transaction.id) },
        }}
      />
      {identity !== '' && (
        <LinkButton
          to={addressOf('/crm/station', [stationid, 'log'], {
            from: minuteAround(datestart, -1),
            to: datestop === null ? '' : minuteAround(datestop, 1),
          })}
        >
          {t('detail.messages')}
        </LinkButton>
      )}
    </>
  )
}

/** Returns a time some minutes before or after another, in the form of addresses. */
const minuteAround = (at: string, minutes: number): string =>
  new Date(Date.parse(at) + minutes * 60_000).toISOString()

function StopButton({ transaction }: { transaction: AnswerOf<typeof transactionGet> }) {
  const t = useTexts('transactions')
  const { stationid, connectorid } = transaction
  const [isStopping, setStopping] = useState(false)
  const found = useEndpoint(
    connectorList,
    { filter: { stationid, connectorid }, reclimit: 1 },
    { hints: ['connector.changed', 'rights.changed'], station: stationid },
  )
  const [connector] = found.data ?? []
  // another session may have begun on the connector
  if (connector?.transactionid !== transaction.transactionid) return null
  return (
    <>
      <MethodButtons
        classCode="connector"
        object={{
          id: connector.id,
          methods: 'stop' in connector.methods ? { stop: connector.methods.stop! } : {},
        }}
        subject="Connectors"
        items={{
          stop: { label: t('detail.stop'), icon: <IconPlayerStop size={16} />, run: () => setStopping(true) },
        }}
      />
      <Suspense>
        {isStopping && <StopDialog connector={connector} onClose={() => setStopping(false)} />}
      </Suspense>
    </>
  )
}
