import { adminUserSet, locales } from '@stationmaster/contract'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { useUnsaved } from '../../../ui/feedback/leaving.ts'
import { SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { atField, submit, useForm } from '../../../ui/form/form.ts'
import { FormGrid, Row, Stack } from '../../../ui/page/page.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { useChange } from '../use-change.ts'
import { type User, YesNo } from './user-columns.tsx'

const names = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  ru: 'Русский',
  nl: 'Nederlands',
} as const

/** The profile of a user, editable. */
export function UserProfile({ user }: { user: User }) {
  const t = useTexts('admin')
  const tShell = useTexts()
  const { form, save, change } = useProfileForm(user)
  return (
    <Stack gap={6}>
      <form noValidate onSubmit={submit(form, save)}>
        <Stack gap={4}>
          {change.error && <Failure small error={change.error} title={tShell('ui.saveFailed')} />}
          <FormGrid>
            <TextField label={t('users.firstName')} maxLength={120} {...form.getInputProps('firstname')} />
            <TextField label={t('users.lastName')} maxLength={120} {...form.getInputProps('lastname')} />
            <TextField
              label={t('users.username')}
              required
              maxLength={64}
              {...form.getInputProps('username')}
            />
            <TextField label={t('users.email')} maxLength={254} {...form.getInputProps('email')} />
            <TextField label={t('users.phone')} maxLength={40} {...form.getInputProps('phone')} />
            <SelectField
              label={tShell('settings.language')}
              allowDeselect={false}
              data={locales.map((value) => ({ value, label: names[value] }))}
              {...form.getInputProps('localecode')}
            />
          </FormGrid>
          <TextAreaField
            label={t('users.description')}
            autosize
            minRows={2}
            maxLength={2000}
            {...form.getInputProps('description')}
          />
          <Row end>
            <Button kind="primary" type="submit" loading={change.isPending} disabled={!form.isDirty()}>
              {tShell('ui.save')}
            </Button>
          </Row>
        </Stack>
      </form>
      <AccountFacts user={user} />
    </Stack>
  )
}

function AccountFacts({ user }: { user: User }) {
  const t = useTexts('admin')
  const format = useFormat()
  return (
    <KeyValues
      wide
      rows={[
        [t('users.organisation'), user.accountname],
        [t('users.created'), <Moment key="created" at={user.created} />],
        [t('users.changed'), <Moment key="changed" at={user.lastupdate} />],
        [t('users.factor'), <YesNo key="factor" yes={user.totp} />],
        [t('users.passwordChange'), user.passwordchange && t('users.atNextSignIn')],
        user.lockeduntil !== null && [t('users.lockedUntil'), format.dateTime(user.lockeduntil)],
      ]}
    />
  )
}

const valuesOf = (user: User) => ({
  firstname: user.firstname ?? '',
  lastname: user.lastname ?? '',
  username: user.username,
  email: user.email ?? '',
  phone: user.phone ?? '',
  description: user.description ?? '',
  localecode: user.localecode,
})

function bodyOf(user: User, values: ReturnType<typeof valuesOf>) {
  const { firstname, lastname, email, phone, description, localecode, ...others } = values
  return {
    ...others,
    id: user.id,
    version_no: user.version_no,
    firstname: firstname.trim() || null,
    lastname: lastname.trim() || null,
    email: email.trim() || null,
    phone: phone.trim() || null,
    description: description.trim() || null,
    localecode: locales.find((code) => code === localecode) ?? 'en',
  }
}

function useProfileForm(user: User) {
  const t = useTexts('admin')
  const form = useForm({
    initialValues: valuesOf(user),
    validate: { username: (text) => (text.trim() === '' ? t('users.missingUsername') : null) },
  })
  useUnsaved(form.isDirty())
  const change = useChange(adminUserSet, (saved) => {
    form.setValues(valuesOf(saved))
    form.resetDirty(valuesOf(saved))
  })
  const save = (values: typeof form.values): void =>
    change.mutate(bodyOf(user, values), { onError: atField(form) })
  return { form, save, change }
}
