import { userPassword } from '@stationmaster/contract'
import { call, CallError } from '../../lib/call.ts'
import { checkSession, signOut } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { PlainField } from '../../ui/form/plain-field.tsx'
import { usePlainForm } from './plain-form.ts'
import { SignForm } from './sign-form.tsx'
import { SignPage } from './sign-page.tsx'
import { isShort } from './sign-up-rules.ts'
import { useRequest } from './use-request.ts'

type Values = { oldpass: string; newpass: string; confirm: string }

/**
 * Changes the password of a session that may do nothing else, and continues. `known` is the password of the
 * sign-in just before, which need not be typed again.
 */
export default function ChangePassword({ knownPassword }: { knownPassword: string }) {
  const t = useTexts('sign')
  return (
    <SignPage
      title={t('change.title')}
      lead={t('change.lead')}
      foot={
        <button type="button" onClick={signOut}>
          {t('header.signOut')}
        </button>
      }
    >
      <ChangeForm knownPassword={knownPassword} />
    </SignPage>
  )
}

function ChangeForm({ knownPassword }: { knownPassword: string }) {
  const t = useTexts('sign')
  const request = useRequest()
  const { field, form, refuse } = usePlainForm<Values>(
    { oldpass: knownPassword, newpass: '', confirm: '' },
    ({ oldpass, newpass, confirm }) => ({
      oldpass: oldpass === '' && t('setup.missingPassword'),
      newpass: newpass === '' ? t('reset.missing') : isShort(newpass) && t('setup.shortPassword'),
      confirm:
        confirm === '' ? t('setup.missingConfirm') : confirm !== newpass && t('setup.differentConfirm'),
    }),
  )
  const send = ({ oldpass, newpass }: Values) =>
    void request.run(async () => {
      try {
        await call(userPassword, { oldpass, newpass })
      } catch (refused) {
        if (!(refused instanceof CallError)) throw refused
        const { field: name, message } = refused
        if (name === 'newpass' || (name === 'oldpass' && knownPassword === '')) return refuse(name, message)
        throw refused
      }
      await checkSession()
    })
  const secret = { type: 'password', maxLength: 256 } as const
  return (
    <SignForm {...form(send)} request={request} submit={t('change.submit')}>
      {knownPassword === '' && (
        <PlainField
          {...field('oldpass')}
          {...secret}
          label={t('change.old')}
          autoComplete="current-password"
        />
      )}
      <PlainField
        {...field('newpass')}
        {...secret}
        label={t('reset.label')}
        hint={t('setup.passwordHint')}
        autoComplete="new-password"
      />
      <PlainField {...field('confirm')} {...secret} label={t('setup.confirm')} autoComplete="new-password" />
    </SignForm>
  )
}
