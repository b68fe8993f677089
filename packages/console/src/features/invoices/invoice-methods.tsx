import {
  IconCash,
  IconFileCheck,
  IconReceiptRefund,
  IconRefresh,
  IconReplace,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import { useTexts } from '../../lib/texts.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { MethodItems } from '../../ui/methods/method-items.tsx'
import type { MethodItem } from '../../ui/methods/use-methods.ts'
import type { Invoice } from './invoice-columns.tsx'

/** Methods that ask for values in a dialog. */
export type AskingMethod = 'pay' | 'credit' | 'replace'

/** Returns the methods of an invoice; `onAsk` opens the dialog of one that needs values. */
export function useInvoiceItems(
  invoice: Invoice,
  onAsk: (method: AskingMethod) => void,
): Readonly<Record<string, MethodItem>> {
  const t = useTexts('invoices')
  const { clientname } = invoice
  return {
    issue: {
      label: t('methods.issue'),
      icon: <IconFileCheck size={16} />,
      confirm: () =>
        confirm({
          title: t('issueTitle', { client: clientname ?? '' }),
          lead: t('issueLead'),
          action: t('methods.issue'),
          danger: false,
        }),
    },
    make_documents: { label: t('methods.make_documents'), icon: <IconRefresh size={16} /> },
    send: {
      label: t('methods.send'),
      icon: <IconSend size={16} />,
      confirm: () =>
        confirm({
          title: t('sendTitle', { number: invoice.code ?? '' }),
          lead: t('sendLead'),
          action: t('methods.send'),
          danger: false,
        }),
    },
    pay: { label: t('methods.pay'), icon: <IconCash size={16} />, run: () => onAsk('pay') },
    credit: { label: t('methods.credit'), icon: <IconReceiptRefund size={16} />, run: () => onAsk('credit') },
    replace: { label: t('methods.replace'), icon: <IconReplace size={16} />, run: () => onAsk('replace') },
    cancel: {
      label: t('methods.cancel'),
      icon: <IconX size={16} />,
      color: 'red',
      confirm: () => confirm({ title: t('cancelTitle'), lead: t('cancelLead'), action: t('methods.cancel') }),
    },
  }
}

/** The methods of an invoice, as entries of a menu. */
export function InvoiceMenu({
  invoice,
  onAsk,
  except,
}: {
  invoice: Invoice
  onAsk: (method: AskingMethod) => void
  except?: readonly string[]
}) {
  const items = useInvoiceItems(invoice, onAsk)
  return (
    <MethodItems
      classCode="invoice"
      object={invoice}
      subject="Invoices"
      items={items}
      except={except ?? []}
    />
  )
}
