import type { Tx } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { notifyOperators } from '../notices/index.ts'
import { correctionFailedTexts } from './correction-texts.ts'
import { invoiceChanged } from './invoice-events.ts'
import { type InvoiceRow, updateInvoice } from './invoice-store.ts'

interface Failure {
  invoice: InvoiceRow
  /** Error code of the refused credit note. */
  code: string
  now: Date
}

/** Shows at an invoice that a correction of it could not be credited, and notifies the operators once. */
export async function noteCorrectionFailed(
  { bus, log }: Pick<ModuleContext, 'bus' | 'log'>,
  tx: Tx,
  { invoice, code, now }: Failure,
): Promise<void> {
  const { id, accountId, code: number } = invoice
  if (invoice.isCorrectionFailed) return
  log.error({ invoice: id, code }, 'invoices: a correction could not be credited')
  await updateInvoice(tx, id, { isCorrectionFailed: true, now })
  await notifyOperators(
    { tx, bus },
    {
      accountId,
      severity: 'warning',
      textOf: (locale) => correctionFailedTexts[locale](number!),
      classCode: 'invoice',
      objectId: id,
      label: number!,
      now,
    },
  )
  await bus.publish(tx, invoiceChanged(accountId, [id]))
}
