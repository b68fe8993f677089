import { passwordLength, sessionList, userPassword } from '@stationmaster/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ProofFailure } from '../../../features/people/proof-failure.tsx'
import { call } from '../../../lib/call.ts'
import type { SessionUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { useUnsaved } from '../../../ui/feedback/leaving.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { PasswordField } from '../../../ui/form/fields.tsx'
import { atField, submit, useForm } from '../../../ui/form/form.ts'
import { Card, Row, Stack } from '../../../ui/page/page.tsx'

/** Changes the own password; ends every other session. */
export function PasswordCard({ user }: { user: SessionUser }) {
  const t = useTexts('profile')
  const { form, save } = usePasswordForm()
  return (
    <Card title={t('password.title')}>
      <form noValidate onSubmit={submit(form, (values) => save.mutate(values))}>
        <Stack gap={4}>
          <p className="muted">{t('password.lead')}</p>
          <ProofFailure error={save.error} title={t('password.failed')} />
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
          <Row end>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {t('password.submit')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Card>
  )
}

function usePasswordForm() {
  const t = useTexts('profile')
  const queries = useQueryClient()
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
  useUnsaved(form.isDirty())
  const save = useMutation({
    mutationFn: ({ oldpass, newpass }: typeof form.values) => call(userPassword, { oldpass, newpass }),
    onSuccess: () => {
      form.reset()
      toast(t('password.changed'))
      void queries.invalidateQueries({ queryKey: [sessionList.subject] })
    },
    onError: atField(form),
  })
  return { form, save }
}
