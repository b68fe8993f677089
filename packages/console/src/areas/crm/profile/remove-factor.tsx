import { totpRemove } from '@stationmaster/contract'
import { CodeField } from '../../../features/people/code-field.tsx'
import { ProofFailure } from '../../../features/people/proof-failure.tsx'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { PasswordField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'

/** Removes two-factor authentication; needs the password and a code. */
export function RemoveFactor({ onRemoved, onClose }: { onRemoved: () => void; onClose: () => void }) {
  const t = useTexts('profile')
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (text) => (text === '' ? t('fresh.missingPassword') : null),
      code: (text) => (text.trim() === '' ? t('factor.missingCode') : null),
    },
  })
  const remove = useChange(totpRemove, {
    done: t('factor.removed'),
    form,
    onSaved: () => {
      onRemoved()
      onClose()
    },
  })
  return (
    <FormDialog
      confirmsDiscard={false}
      title={t('factor.remove')}
      action={t('ui.remove')}
      danger
      save={remove}
      onSubmit={submit(form, ({ password, code }) => remove.mutate({ password, code: code.trim() }))}
      onClose={onClose}
      outcome={<ProofFailure error={remove.error} />}
    >
      <p className="muted">{t('factor.removeLead')}</p>
      <PasswordField
        label={t('fresh.password')}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      <CodeField {...form.getInputProps('code')} />
    </FormDialog>
  )
}
