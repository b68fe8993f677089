import { adminUserSet, interfaceCodes, passwordLength } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { PasswordField, SelectField, SwitchField, TextField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { FormGrid } from '../../../ui/page/page.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { useOpenNew } from '../../../lib/use-open-new.ts'

/** Adds a user to the administrator's account; the other fields are on the user's page. */
export function AddUser({ onClose }: { onClose: () => void }) {
  const t = useTexts('admin')
  const { form, save, add } = useAdding(onClose)
  return (
    <FormDialog wide title={t('users.add')} isNew save={add} onSubmit={submit(form, save)} onClose={onClose}>
      <FormGrid>
        <TextField
          label={t('users.username')}
          required
          maxLength={64}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('username')}
        />
        <TextField
          label={t('users.email')}
          maxLength={254}
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={t('users.password')}
          description={t('users.passwordHint', { count: passwordLength.minimum })}
          required
          maxLength={passwordLength.maximum}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <SelectField
          label={t('users.role')}
          data={interfaceCodes.map((value) => ({ value, label: t(`users.interfaces.${value}`) }))}
          {...form.getInputProps('interfacecode')}
        />
      </FormGrid>
      <SwitchField
        label={t('users.mustChange')}
        {...form.getInputProps('passwordchange', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}

function useAdding(onClose: () => void) {
  const t = useTexts('admin')
  const form = useForm({
    initialValues: { username: '', email: '', password: '', interfacecode: 'user', passwordchange: true },
    validate: {
      username: (text) => (text.trim() === '' ? t('users.missingUsername') : null),
      password: (text) =>
        text.length < passwordLength.minimum
          ? t('users.passwordHint', { count: passwordLength.minimum })
          : null,
    },
  })
  const add = useChange(adminUserSet, { form, onReloaded: useOpenNew('/admin/users', onClose) })
  const save = ({ email, interfacecode, ...others }: typeof form.values): void =>
    add.mutate({
      id: null,
      ...others,
      email: email.trim() || null,
      interfacecode: interfaceCodes.find((code) => code === interfacecode) ?? 'user',
    })
  return { form, save, add }
}
