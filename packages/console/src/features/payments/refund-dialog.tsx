import { methodRun } from '@stationmaster/contract'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { randomId } from '../../lib/random-id.ts'
import { useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { submit, useForm } from '../../ui/form/form.ts'
import { Stack } from '../../ui/page/page.tsx'
import { decimalOf, isAmount } from './amount.ts'
import type { Payment } from './payment-columns.tsx'

/** Dialog that refunds a payment, in full or in part. */
export function RefundDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useTexts('payments')
  const format = useFormat()
  // a repeated request books the refund once
  const [refund] = useState(randomId)
  const { id, refundable, currency, typecode } = payment
  const form = useForm({
    initialValues: { amount: refundable, reason: '' },
    validate: { amount: (text) => (isAmount(text) ? null : t('invalidAmount')) },
  })
  const fields = {
    setFieldError: (field: string, error: string) =>
      form.setFieldError(field.replace(/^params\./, ''), error),
  }
  const save = useChange(methodRun, {
    form: fields,
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
        <TextField
          label={t('amountIn', { currency })}
          inputMode="decimal"
          required
          maxLength={18}
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
