import { type ReactNode, useState } from 'react'
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
import type { Invoice } from './invoice-columns.tsx'
import type { AskingMethod } from './invoice-methods.tsx'

interface DialogProps {
  invoice: Invoice
  onClose: () => void
}

/** Dialog of a method that needs values. */
export function MethodDialog({ method, ...props }: DialogProps & { method: AskingMethod }) {
  if (method === 'pay') return <PayDialog {...props} />
  return method === 'credit' ? <CreditDialog {...props} /> : <ReplaceDialog {...props} />
}

/** Dialog that records a bank transfer. */
function PayDialog({ invoice, onClose }: DialogProps) {
  const t = useTexts('invoices')
  const format = useFormat()
  // a repeated request books the payment once
  const [payment] = useState(randomId)
  const { id, open, currency } = invoice
  const { check, textOf } = useAmount(currency)
  const form = useForm({
    initialValues: { amount: textOf(open) },
    validate: { amount: (text) => check(text) },
  })
  const save = useMethodChange({ form, subject: 'Invoices', done: t('payDialog.done'), onSaved: onClose })
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
        <AmountField
          label={t('ui.amountIn', { currency })}
          required
          data-autofocus
          {...form.getInputProps('amount')}
        />
      </Stack>
    </FormDialog>
  )
}

/** Dialog that creates a credit note for all lines. */
function CreditDialog(props: DialogProps) {
  const t = useTexts('invoices')
  return (
    <ReasonDialog
      {...props}
      method="credit"
      title={t('creditDialog.title', { number: props.invoice.code ?? '' })}
      done={t('creditDialog.done')}
    >
      <p className="muted">{t('creditDialog.lead')}</p>
    </ReasonDialog>
  )
}

/** Dialog that credits what is left of an invoice, and issues a new one. */
function ReplaceDialog(props: DialogProps) {
  const t = useTexts('invoices')
  const format = useFormat()
  const { code, clientname, statecode, paid, currency } = props.invoice
  return (
    <ReasonDialog
      {...props}
      method="replace"
      title={t('replaceDialog.title', { number: code ?? '' })}
      done={t('replaceDialog.done')}
    >
      <p className="muted">{t(statecode === 'closed' ? 'replaceDialog.credited' : 'replaceDialog.credit')}</p>
      <p className="muted">{t('replaceDialog.again', { client: clientname ?? '' })}</p>
      {Number(paid) > 0 && (
        <p className="muted">{t('replaceDialog.paid', { paid: format.money(paid, currency) })}</p>
      )}
    </ReasonDialog>
  )
}

/** Dialog of a method that takes an invoice back; its children say what happens. */
function ReasonDialog({
  invoice: { id },
  method,
  title,
  done,
  onClose,
  children,
}: DialogProps & { method: 'credit' | 'replace'; title: string; done: string; children: ReactNode }) {
  const t = useTexts('invoices')
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim() === '' ? t('creditDialog.missing') : null) },
  })
  const save = useMethodChange({ form, subject: 'Invoices', done, onSaved: onClose })
  return (
    <FormDialog
      title={title}
      action={t(`methods.${method}`)}
      save={save}
      onSubmit={submit(form, ({ reason }) =>
        save.mutate({ id, code: method, params: { reason: reason.trim() } }),
      )}
      onClose={onClose}
    >
      <Stack>
        {children}
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
