import {
  type AskingMethod,
  InvoiceMenu,
  useInvoiceItems,
} from '../../../features/invoices/invoice-methods.tsx'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { useMethods } from '../../../ui/methods/use-methods.ts'
import { MoreMenu } from '../../../ui/more-menu.tsx'
import type { InvoiceDetail } from './invoice-detail.ts'
import css from './invoice.module.css'

/** Methods that are the next step of an invoice, the first that is possible filled. */
const steps = ['issue', 'make_documents', 'pay', 'credit', 'replace']

/** The methods of an invoice: those of its life as buttons, the others in a menu. */
export function InvoiceActions({
  invoice,
  onAsk,
}: {
  invoice: InvoiceDetail
  onAsk: (method: AskingMethod) => void
}) {
  const t = useTexts('invoices')
  const items = useInvoiceItems(invoice, onAsk)
  const methods = useMethods({ classCode: 'invoice', object: invoice, subject: 'Invoices', items })
  const shown = steps.flatMap((code) =>
    methods.filter((method) => method.code === code && method.reason === undefined),
  )
  const next = shown.find(({ code }) => code !== 'credit' && code !== 'replace')
  const hasOthers = methods.length > shown.length
  return (
    <div className={css.actions}>
      {shown.map(({ code, label, icon, run }) => (
        <Button key={code} kind={code === next?.code ? 'primary' : 'plain'} icon={icon} onClick={run}>
          {label}
        </Button>
      ))}
      {hasOthers && (
        <MoreMenu label={t('methods.label')} className={css.more}>
          <InvoiceMenu invoice={invoice} onAsk={onAsk} except={shown.map(({ code }) => code)} />
        </MoreMenu>
      )}
    </div>
  )
}
