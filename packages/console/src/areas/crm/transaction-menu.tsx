import { IconChargingPile } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Transaction } from '../../features/transactions/transaction-columns.tsx'
import { addressOf } from '../../lib/screen.ts'
import { useTexts } from '../../lib/texts.ts'
import { Menu } from '../../ui/menu.tsx'
import { MethodItems } from '../../ui/methods/method-items.tsx'
import { useResolve } from './resolve-transaction.ts'

/** Returns the address of a transaction, for a new tab. */
export const transactionAddress = ({ transactionid }: Transaction): string =>
  addressOf('/crm/transaction', [transactionid])

/** The station of a transaction, unless the list is about one station, and the methods of the transaction. */
export function TransactionMenu({
  transaction,
  isOfStation = false,
}: {
  transaction: Transaction
  isOfStation?: boolean
}) {
  const t = useTexts('transactions')
  const resolve = useResolve()
  return (
    <>
      {!isOfStation && transaction.identity !== '' && (
        <Menu.Item
          component={Link}
          to={addressOf('/crm/station', [transaction.stationid])}
          leftSection={<IconChargingPile size={16} />}
        >
          {t('detail.openStation')}
        </Menu.Item>
      )}
      <MethodItems
        classCode="transaction"
        object={transaction}
        subject="Transactions"
        items={{
          resolve: { label: t('detail.resolve'), run: () => void resolve.confirmAndRun(transaction.id) },
        }}
      />
    </>
  )
}
