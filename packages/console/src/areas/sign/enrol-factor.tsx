import { type AnswerOf, totpBegin, totpConfirm } from '@stationmaster/contract'
import { useEffect, useState } from 'react'
import { QrCode } from '../../features/people/qr-code.tsx'
import { call } from '../../lib/call.ts'
import { checkSession, signOut } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { PlainField } from '../../ui/form/plain-field.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { usePlainForm } from './plain-form.ts'
import { SignForm } from './sign-form.tsx'
import { SignPage } from './sign-page.tsx'
import css from './sign-page.module.css'
import { useRequest } from './use-request.ts'

/**
 * Sets up two-factor authentication for a session that may do nothing else, shows the recovery codes once,
 * and continues.
 */
export default function EnrolFactor() {
  const t = useTexts('sign')
  const [codes, setCodes] = useState<string[] | null>(null)
  const foot = (
    <button type="button" onClick={signOut}>
      {t('header.signOut')}
    </button>
  )
  if (codes) {
    return (
      <SignPage title={t('factor.codes')} lead={t('factor.codesLead')}>
        <div className={css.done}>
          <ul className={`${css.codes} mono`}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <PlainButton main onClick={() => void checkSession()}>
            {t('factor.saved')}
          </PlainButton>
        </div>
      </SignPage>
    )
  }
  return (
    <SignPage title={t('factor.title')} lead={t('factor.lead')} foot={foot}>
      <FactorForm onSet={setCodes} />
    </SignPage>
  )
}

function FactorForm({ onSet }: { onSet: (codes: string[]) => void }) {
  const t = useTexts('sign')
  const { secret, failure: secretFailure } = useNewSecret()
  const { pending, failure, run } = useRequest()
  const { field, form } = usePlainForm({ code: '' }, ({ code }) => ({
    code: code.trim() === '' && t('code.missing'),
  }))
  const send = ({ code }: { code: string }) =>
    void run(async () => onSet((await call(totpConfirm, { code })).recoverycodes))
  return (
    <SignForm
      {...form(send)}
      request={{ pending, failure: secretFailure ?? failure }}
      submit={t('factor.submit')}
      disabled={!secret}
    >
      {secret && (
        <>
          <QrCode text={secret.uri} label={t('factor.picture')} />
          <div>
            <strong>{t('factor.key')}</strong>
            <p className={css.key}>{secret.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
            <a href={secret.uri}>{t('factor.open')}</a>
          </div>
        </>
      )}
      <PlainField
        {...field('code')}
        label={t('factor.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
      />
    </SignForm>
  )
}

/** Requests the secret of this setup, once: another one would invalidate the first. */
function useNewSecret() {
  const [secret, setSecret] = useState<AnswerOf<typeof totpBegin> | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    const ending = new AbortController()
    call(totpBegin, {}, { signal: ending.signal })
      .then(setSecret)
      .catch((refused: unknown) => !ending.signal.aborted && setFailure(refused))
    return () => ending.abort()
  }, [])
  return { secret, failure }
}
