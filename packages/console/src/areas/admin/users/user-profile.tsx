import { adminUserSet, locales } from '@stationmaster/contract'
import { useClientOptions } from '../../../lib/client-options.ts'
import { useFormat } from '../../../lib/format.ts'
import { languageNames } from '../../../lib/language-names.ts'
import { useTexts } from '../../../lib/texts.ts'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { PageForm } from '../../../ui/form/page-form.tsx'
import { useStoredValues } from '../../../ui/form/stored-values.ts'
import { FormGrid, Stack } from '../../../ui/page/page.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { type User, YesNo } from './user-columns.tsx'

/** The profile of a user, editable. */
export function UserProfile({ user }: { user: User }) {
  const t = useTexts('admin')
  const { form, save, send, discard } = useProfileForm(user)
  const clients = useClientOptions(user)
  return (
    <Stack gap={6}>
      <PageForm save={save} isDirty={form.isDirty()} onSubmit={submit(form, send)} onDiscard={discard}>
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
            label={t('settings.language')}
            data={locales.map((value) => ({ value, label: languageNames[value] }))}
            {...form.getInputProps('localecode')}
          />
          <SelectField
            label={t('users.client')}
            description={t('users.clientHint')}
            {...clients}
            {...form.getInputProps('client')}
          />
        </FormGrid>
        <TextAreaField
          label={t('users.description')}
          maxLength={2000}
          {...form.getInputProps('description')}
        />
      </PageForm>
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
  version_no: user.version_no,
  firstname: user.firstname ?? '',
  lastname: user.lastname ?? '',
  username: user.username,
  email: user.email ?? '',
  phone: user.phone ?? '',
  description: user.description ?? '',
  localecode: user.localecode,
  client: user.client,
})

function bodyOf(user: User, values: ReturnType<typeof valuesOf>) {
  const { firstname, lastname, email, phone, description, localecode, ...others } = values
  return {
    ...others,
    id: user.id,
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
  const restore = useStoredValues(form, valuesOf(user))
  const save = useChange(adminUserSet, { form, onReloaded: (saved) => restore(valuesOf(saved)) })
  const send = (values: typeof form.values): void => save.mutate(bodyOf(user, values))
  const discard = (): void => {
    save.reset()
    restore()
  }
  return { form, save, send, discard }
}
