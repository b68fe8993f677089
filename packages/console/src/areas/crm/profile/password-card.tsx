import { passwordLength, sessionList, userPassword } from '@stationmaster/contract'
import { ProofFailure } from '../../../features/people/proof-failure.tsx'
import type { SessionUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { PasswordField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { PageForm } from '../../../ui/form/page-form.tsx'
import { Card } from '../../../ui/page/page.tsx'

/** Changes the own password; ends every other session. */
export function PasswordCard({ user }: { user: SessionUser }) {
  const t = useTexts('profile')
  const { form, save } = usePasswordForm()
  return (
    <Card title={t('password.title')}>
      <PageForm
        save={save}
        isDirty={form.isDirty()}
        submitLabel={t('password.submit')}
        onSubmit={submit(form, ({ oldpass, newpass }) => save.mutate({ oldpass, newpass }))}
        outcome={<ProofFailure error={save.error} title={t('password.failed')} />}
      >
        <p className="muted">{t('password.lead')}</p>
        {/* Password managers need the login that the password belongs to. */}
        <input type="hidden" autoComplete="username" value={user.profile.username} />
        <PasswordField
          label={t('password.present')}
          autoComplete="current-password"
          {...form.getInputProps('oldpass')}
        />
        <PasswordField
          label={t('password.new')}
          description={t('password.hint', { count: passwordLength.minimum })}
          autoComplete="new-password"
          maxLength={passwordLength.maximum}
          {...form.getInputProps('newpass')}
        />
        <PasswordField
          label={t('password.confirm')}
          autoComplete="new-password"
          maxLength={passwordLength.maximum}
          {...form.getInputProps('again')}
        />
      </PageForm>
    </Card>
  )
}

function usePasswordForm() {
  const t = useTexts('profile')
  const form = useForm({
    initialValues: { oldpass: '', newpass: '', again: '' },
    validate: {
      oldpass: (text) => (text === '' ? t('fresh.missingPassword') : null),
      newpass: (text, { oldpass }) => {
        if (text === '') return t('password.missing')
        if (text.length < passwordLength.minimum)
          return t('password.short', { count: passwordLength.minimum })
        return text === oldpass ? t('password.same') : null
      },
      again: (text, { newpass }) => {
        if (text === '') return t('password.missingConfirm')
        return text === newpass ? null : t('password.different')
      },
    },
  })
  const save = useChange(userPassword, {
    done: t('password.changed'),
    subject: sessionList.subject,
    form,
    onSaved: form.reset,
  })
  return { form, save }
}
