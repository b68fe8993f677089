import {
  clientAccountAdjust,
  clientAccountLimit,
  clientSet,
  maxAdjustmentReason,
} from '@stationmaster/contract'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { randomId } from '../../lib/random-id.ts'
import { useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { submit, useForm } from '../../ui/form/form.ts'
import { Stack } from '../../ui/page/page.tsx'
import type { ClientAccount } from './account-columns.tsx'
import type { Client } from './client-columns.tsx'

interface AccountDialogProps {
  account: ClientAccount
  onClose: () => void
}

/** Returns the amount as the API expects it: some languages write a comma. */
const decimalOf = (text: string): string => text.trim().replace(',', '.').replace('−', '-')

const positive = /^\d{1,12}(\.\d{1,4})?$/
const signed = /^-?\d{1,12}(\.\d{1,4})?$/

/** Dialog that changes the credit limit of an account. */
export function LimitDialog({ account, onClose }: AccountDialogProps) {
  const t = useTexts('accounts')
  const { id, code, currency } = account
  const form = useForm({
    initialValues: { creditlimit: account.creditlimit },
    validate: { creditlimit: (text) => (positive.test(decimalOf(text)) ? null : t('invalid')) },
  })
  const save = useChange(clientAccountLimit, { form, done: t('limit.done'), onSaved: onClose })
  return (
    <FormDialog
      title={t('limit.title', { code })}
      action={t('ui.save')}
      save={save}
      onSubmit={submit(form, ({ creditlimit }) => save.mutate({ id, creditlimit: decimalOf(creditlimit) }))}
      onClose={onClose}
    >
      <Stack>
        <p className="muted">{t('limit.lead')}</p>
        <TextField
          label={t('limit.amount', { currency })}
          inputMode="decimal"
          required
          maxLength={18}
          data-autofocus
          {...form.getInputProps('creditlimit')}
        />
      </Stack>
    </FormDialog>
  )
}

/** Dialog that corrects the balance of an account. */
export function AdjustDialog({ account, onClose }: AccountDialogProps) {
  const t = useTexts('accounts')
  const format = useFormat()
  // a repeated request books the correction once
  const [adjustment] = useState(randomId)
  const { id, code, currency, balance } = account
  const form = useForm({
    initialValues: { amount: '', reason: '' },
    validate: {
      amount: (text) => (signed.test(decimalOf(text)) && Number(decimalOf(text)) !== 0 ? null : t('invalid')),
      reason: (text) => (text.trim() === '' ? t('adjust.missing') : null),
    },
  })
  const save = useChange(clientAccountAdjust, { form, done: t('adjust.done'), onSaved: onClose })
  return (
    <FormDialog
      title={t('adjust.title', { code })}
      action={t('adjust.action')}
      save={save}
      onSubmit={submit(form, ({ amount, reason }) =>
        save.mutate({ id, amount: decimalOf(amount), reason: reason.trim(), adjustment }),
      )}
      onClose={onClose}
    >
      <Stack>
        <p className="muted">{t('adjust.lead', { balance: format.money(balance, currency) })}</p>
        <TextField
          label={t('adjust.amount', { currency })}
          inputMode="text"
          required
          maxLength={18}
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <TextAreaField
          label={t('adjust.reason')}
          description={t('adjust.reasonHint')}
          required
          maxLength={maxAdjustmentReason}
          minRows={2}
          {...form.getInputProps('reason')}
        />
      </Stack>
    </FormDialog>
  )
}

/** Dialog that sets below which balance a client and the operators get a notice. */
export function LowBalanceDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const t = useTexts('accounts')
  const { id, currencycode: currency, version_no } = client
  const form = useForm({
    initialValues: { lowbalance: client.lowbalance ?? '' },
    validate: {
      lowbalance: (text) => (text.trim() === '' || positive.test(decimalOf(text)) ? null : t('invalid')),
    },
  })
  const save = useChange(clientSet, { form, done: t('low.done'), onSaved: onClose })
  return (
    <FormDialog
      title={t('low.title')}
      action={t('ui.save')}
      save={save}
      onSubmit={submit(form, ({ lowbalance }) =>
        save.mutate({ id, version_no, lowbalance: lowbalance.trim() === '' ? null : decimalOf(lowbalance) }),
      )}
      onClose={onClose}
    >
      <Stack>
        <p className="muted">{t('low.lead')}</p>
        <TextField
          label={t('low.amount', { currency })}
          description={t('low.hint')}
          inputMode="decimal"
          maxLength={18}
          data-autofocus
          {...form.getInputProps('lowbalance')}
        />
      </Stack>
    </FormDialog>
  )
}
