import { adminUserSet, interfaceCodes, passwordLength } from '@stationmaster/contract'
import { useNavigate } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { PasswordField, SelectField, SwitchField, TextField } from '../../../ui/form/fields.tsx'
import { atField, submit, useForm } from '../../../ui/form/form.ts'
import { FormGrid, Stack } from '../../../ui/page/page.tsx'
import { useChange } from '../use-change.ts'

const formId = 'add-user'

/** Adds a person to the administrator's account; the rest of what is known of them stands on their page. */
export function AddUser({ onClose }: { onClose: () => void }) {
  const t = useTexts('admin')
  const say = useTexts()
  const { form, save, add } = useAdding(onClose)
  return (
    <Dialog
      wide
      title={t('users.add')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} loading={add.isPending}>
            {say('ui.add')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit(form, save)}>
        <Stack gap={4}>
          {add.error && <Failure small error={add.error} title={say('ui.saveFailed')} />}
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
              label={t('users.interface')}
              allowDeselect={false}
              data={interfaceCodes.map((value) => ({ value, label: t(`users.interfaces.${value}`) }))}
              {...form.getInputProps('interfacecode')}
            />
          </FormGrid>
          <SwitchField
            label={t('users.mustChange')}
            {...form.getInputProps('passwordchange', { type: 'checkbox' })}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

function useAdding(onClose: () => void) {
  const t = useTexts('admin')
  const navigate = useNavigate()
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
  const add = useChange(adminUserSet, ({ id }) => {
    onClose()
    void navigate(addressOf('/admin/users', [id]))
  })
  const save = ({ email, interfacecode, ...others }: typeof form.values): void =>
    add.mutate(
      {
        id: null,
        ...others,
        email: email.trim() || null,
        interfacecode: interfaceCodes.find((code) => code === interfacecode) ?? 'user',
      },
      { onError: atField(form) },
    )
  return { form, save, add }
}
