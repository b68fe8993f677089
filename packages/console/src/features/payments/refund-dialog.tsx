import { useState } from 'react'
import { decimalOf } from '../../lib/amount.ts'
import { useFormat } from '../../lib/format.ts'
import { randomId } from '../../lib/random-id.ts'
import { useTexts } from '../../lib/texts.ts'
import { useMethodChange } from '../../lib/use-method-change.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { AmountField } from '../../ui/form/amount-field.tsx'
import { TextAreaField } from '../../ui/form/fields.tsx'
import { submit, useForm } from '../../ui/form/form.ts'
import { useAmount } from '../../ui/form/use-amount.ts'
import { Stack } from '../../ui/page/page.tsx'
import type { Payment } from './payment-columns.tsx'

/** Dialog that refunds a payment, in full or in part. */
export function RefundDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useTexts('payments')
  const format = useFormat()
  // a repeated request books the refund once
  const [refund] = useState(randomId)
  const { id, refundable, currency, typecode } = payment
  const { check, textOf } = useAmount(currency)
  const form = useForm({
    initialValues: { amount: textOf(refundable), reason: '' },
    validate: { amount: (text) => check(text) },
  })
  const save = useMethodChange({
    form,
    subject: 'Payments',
    done: t('refundDialog.done'),
    onReloaded: onClose,
  })
  return (
    <FormDialog
      title={t('refundDialog.title')}
      action={t('methods.refund')}
      save={save}
      onSubmit={submit(form, ({ amount, reason }) =>
        save.mutate({
          id,
          code: 'refund',
          params: { amount: decimalOf(amount), reason: reason.trim(), refund },
        }),
      )}
      onClose={onClose}
    >
      <Stack>
        <p className="muted">
          {t(typecode === 'manual' ? 'refundDialog.leadBank' : 'refundDialog.lead', {
            amount: format.money(refundable, currency),
          })}
        </p>
        <AmountField
          label={t('ui.amountIn', { currency })}
          required
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <TextAreaField
          label={t('refundDialog.reason')}
          maxLength={500}
          minRows={2}
          {...form.getInputProps('reason')}
        />
      </Stack>
    </FormDialog>
  )
}
