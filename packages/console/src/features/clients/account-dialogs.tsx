import {
  clientAccountAdjust,
  clientAccountLimit,
  clientSet,
  maxAdjustmentReason,
} from '@stationmaster/contract'
import { useState } from 'react'
import { decimalOf } from '../../lib/amount.ts'
import { useFormat } from '../../lib/format.ts'
import { randomId } from '../../lib/random-id.ts'
import { useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { AmountField } from '../../ui/form/amount-field.tsx'
import { TextAreaField } from '../../ui/form/fields.tsx'
import { submit, useForm } from '../../ui/form/form.ts'
import { useAmount } from '../../ui/form/use-amount.ts'
import { Stack } from '../../ui/page/page.tsx'
import type { ClientAccount } from './account-columns.tsx'
import type { Client } from './client-columns.tsx'

interface AccountDialogProps {
  account: ClientAccount
  onClose: () => void
}

/** Dialog that changes the credit limit of an account. */
export function LimitDialog({ account, onClose }: AccountDialogProps) {
  const t = useTexts('accounts')
  const { id, code, currency } = account
  const { check, textOf } = useAmount(currency)
  const form = useForm({
    initialValues: { creditlimit: textOf(account.creditlimit) },
    validate: { creditlimit: (text) => check(text) },
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
        <AmountField
          label={t('limit.amount', { currency })}
          required
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
  const { check } = useAmount(currency)
  const form = useForm({
    initialValues: { amount: '', reason: '' },
    validate: {
      amount: (text) => check(Number(decimalOf(text)) === 0 ? '' : text, true),
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
        <AmountField
          label={t('ui.amountIn', { currency })}
          // keyboards of phones for decimals have no minus
          inputMode="text"
          required
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
  const { check, textOf } = useAmount(currency)
  const form = useForm({
    initialValues: { lowbalance: textOf(client.lowbalance ?? '') },
    validate: { lowbalance: (text) => (text.trim() === '' ? null : check(text)) },
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
        <AmountField
          label={t('low.amount', { currency })}
          description={t('low.hint')}
          data-autofocus
          {...form.getInputProps('lowbalance')}
        />
      </Stack>
    </FormDialog>
  )
}
