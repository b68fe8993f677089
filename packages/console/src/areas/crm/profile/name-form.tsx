import { type AnswerOf, type BodyOf, userProfileGet, userSet } from '@stationmaster/contract'
import { IconMail } from '@tabler/icons-react'
import { isEmail } from '../../../features/people/is-email.ts'
import { ProofFailure } from '../../../features/people/proof-failure.tsx'
import { renewUser } from '../../../lib/renew-user.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { PasswordField, TextField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { PageForm } from '../../../ui/form/page-form.tsx'
import { FormGrid } from '../../../ui/page/page.tsx'

type Profile = AnswerOf<typeof userProfileGet>

/**
 * Name and email. A new email address needs the password and takes effect once the link in the email was
 * opened.
 */
export function NameForm({ profile }: { profile: Profile }) {
  const t = useTexts('profile')
  const { form, save, isNewEmail } = useNameForm(profile)
  return (
    <PageForm
      save={save}
      isDirty={form.isDirty()}
      onSubmit={submit(form, (values) => save.mutate(changesOf(profile, values, isNewEmail)))}
      outcome={<ProofFailure error={save.error} title={t('ui.saveFailed')} />}
    >
      <FormGrid>
        <TextField
          label={t('firstName')}
          required
          maxLength={80}
          autoComplete="given-name"
          {...form.getInputProps('firstname')}
        />
        <TextField
          label={t('lastName')}
          maxLength={80}
          autoComplete="family-name"
          {...form.getInputProps('lastname')}
        />
      </FormGrid>
      <TextField
        type="email"
        label={t('email')}
        description={!profile.email || profile.emailconfirmed ? undefined : t('emailUnconfirmed')}
        maxLength={254}
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      {isNewEmail && (
        <PasswordField
          label={t('fresh.password')}
          description={t('emailPassword')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      )}
      <Pending profile={profile} />
    </PageForm>
  )
}

/** A new address that is not confirmed yet, with a button to cancel the change. */
function Pending({ profile }: { profile: Profile }) {
  const t = useTexts('profile')
  const saving = useChange(userSet, { onSaved: () => void renewUser() })
  const { email, emailpending } = profile
  if (!emailpending) return null
  return (
    <>
      <Notice
        tone="busy"
        icon={<IconMail size={18} />}
        action={
          email && (
            <Button small loading={saving.isPending} onClick={() => saving.mutate({ email })}>
              {t('emailKeep')}
            </Button>
          )
        }
      >
        {t('emailPending', { email: emailpending })}
      </Notice>
      <ProofFailure error={saving.error} />
    </>
  )
}

interface Values extends Record<string, unknown> {
  firstname: string
  lastname: string
  email: string
  password: string
}

function changesOf(profile: Profile, values: Values, isNewEmail: boolean): BodyOf<typeof userSet> {
  const { firstname, lastname, email, password } = values
  return {
    ...(firstname === (profile.firstname ?? '') ? {} : { firstname: firstname.trim() }),
    ...(lastname === (profile.lastname ?? '') ? {} : { lastname: lastname.trim() || null }),
    ...(isNewEmail ? { email: email.trim(), password } : {}),
  }
}

function useNameForm(profile: Profile) {
  const t = useTexts('profile')
  const isNew = (email: string): boolean => email.trim() !== (profile.email ?? '')
  const form = useForm<Values>({
    initialValues: {
      firstname: profile.firstname ?? '',
      lastname: profile.lastname ?? '',
      email: profile.email ?? '',
      password: '',
    },
    validate: {
      firstname: (text) => (text.trim() === '' ? t('missingName') : null),
      email: (text) => (isNew(text) && !isEmail(text) ? t('wrongEmail') : null),
      password: (text, { email }) => (isNew(email) && text === '' ? t('fresh.missingPassword') : null),
    },
  })
  const save = useChange(userSet, {
    form,
    onSaved: (saved) => {
      const shown = { firstname: saved.firstname ?? '', lastname: saved.lastname ?? '' }
      const next = { ...shown, email: saved.email ?? '', password: '' }
      form.setValues(next)
      form.resetDirty(next)
      void renewUser()
    },
  })
  return { form, save, isNewEmail: isNew(form.values.email) }
}
