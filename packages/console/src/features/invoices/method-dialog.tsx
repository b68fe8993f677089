import { methodRun } from '@stationmaster/contract'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { submit, useForm } from '../../ui/form/form.ts'
import { Stack } from '../../ui/page/page.tsx'
import type { Invoice } from './invoice-columns.tsx'
import type { AskingMethod } from './invoice-methods.tsx'
import { randomId } from '../../lib/random-id.ts'

interface DialogProps {
  invoice: Invoice
  onClose: () => void
}

/** Dialog of a method that needs values. */
export function MethodDialog({ method, ...props }: DialogProps & { method: AskingMethod }) {
  return method === 'pay' ? <PayDialog {...props} /> : <CreditDialog {...props} />
}

/** Dialog that records a bank transfer. */
function PayDialog({ invoice, onClose }: DialogProps) {
  const t = useTexts('invoices')
  const format = useFormat()
  // a repeated request books the payment once
  const [payment] = useState(randomId)
  const { id, open, currency } = invoice
  const form = useForm({
    initialValues: { amount: open },
    validate: {
      amount: (text) => (/^\d{1,12}(\.\d{1,4})?$/.test(decimalOf(text)) ? null : t('payDialog.invalid')),
    },
  })
  const save = useMethod(form, t('payDialog.done'), onClose)
  return (
    <FormDialog
      title={t('payDialog.title', { number: invoice.code ?? '' })}
      action={t('methods.pay')}
      save={save}
      onSubmit={submit(form, ({ amount }) =>
        save.mutate({ id, code: 'pay', params: { amount: decimalOf(amount), payment } }),
      )}
      onClose={onClose}
    >
      <Stack>
        <p className="muted">{t('payDialog.lead', { open: format.money(open, currency) })}</p>
        <TextField
          label={t('payDialog.amount', { currency })}
          inputMode="decimal"
          required
          maxLength={18}
          data-autofocus
          {...form.getInputProps('amount')}
        />
      </Stack>
    </FormDialog>
  )
}

/** Dialog that creates a credit note for all lines. */
function CreditDialog({ invoice, onClose }: DialogProps) {
  const t = useTexts('invoices')
  const { id, code } = invoice
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim() === '' ? t('creditDialog.missing') : null) },
  })
  const save = useMethod(form, t('creditDialog.done'), onClose)
  return (
    <FormDialog
      title={t('creditDialog.title', { number: code ?? '' })}
      action={t('methods.credit')}
      save={save}
      onSubmit={submit(form, ({ reason }) =>
        save.mutate({ id, code: 'credit', params: { reason: reason.trim() } }),
      )}
      onClose={onClose}
    >
      <Stack>
        <p className="muted">{t('creditDialog.lead')}</p>
        <TextAreaField
          label={t('creditDialog.reason')}
          required
          maxLength={500}
          minRows={2}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      </Stack>
    </FormDialog>
  )
}

/** Returns the amount as the API expects it: some languages write a comma. */
const decimalOf = (text: string): string => text.trim().replace(',', '.')

interface Fields {
  setFieldError: (field: string, text: string) => void
}

/** Runs a method; refusals that name a parameter are shown at its field. */
const useMethod = (form: Fields, done: string, onSaved: () => void) =>
  useChange(methodRun, {
    subject: 'Invoices',
    done,
    onSaved,
    form: { setFieldError: (field, text) => form.setFieldError(field.replace(/^params\./, ''), text) },
  })
