import { IconArrowBackUp, IconCash, IconX } from '@tabler/icons-react'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MethodItems } from '../../ui/methods/method-items.tsx'
import type { MethodItem } from '../../ui/methods/use-methods.ts'
import type { Payment } from './payment-columns.tsx'

/** The methods of a payment, as entries of a menu; `onRefund` opens the dialog. */
export function PaymentMenu({ payment, onRefund }: { payment: Payment; onRefund: () => void }) {
  const t = useTexts('payments')
  const format = useFormat()
  const { amount, currency } = payment
  const money = format.money(amount, currency)
  const items: Record<string, MethodItem> = {
    capture: {
      label: t('methods.capture'),
      icon: <IconCash size={16} />,
      confirm: () =>
        confirm({
          title: t('captureTitle', { amount: money }),
          lead: t('captureLead'),
          action: t('methods.capture'),
        }),
    },
    cancel: {
      label: t('methods.cancel'),
      icon: <IconX size={16} />,
      color: 'red',
      confirm: () => confirm({ title: t('cancelTitle'), lead: t('cancelLead'), action: t('methods.cancel') }),
    },
    refund: { label: t('methods.refund'), icon: <IconArrowBackUp size={16} />, run: onRefund },
  }
  if (Object.keys(payment.methods).length === 0) return <Menu.Label>{t('noActions')}</Menu.Label>
  return <MethodItems classCode="payment" object={payment} subject="Payments" items={items} />
}
