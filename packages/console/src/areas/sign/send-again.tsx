import { emailRequest } from '@stationmaster/contract'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { machineCall } from '../../lib/machine-token.ts'
import { useTexts } from '../../lib/texts.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PlainField } from '../../ui/form/plain-field.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { FormFailure } from './form-failure.tsx'
import { usePlainForm } from './plain-form.ts'
import css from './sign-page.module.css'
import { useRequest } from './use-request.ts'

/** Sends the email with the confirmation code again: to this user, or to the one named in the field. */
export function SendAgain({ identifier }: { identifier?: string }) {
  const t = useTexts('sign')
  const [sent, setSent] = useState(false)
  const { pending, failure, run } = useRequest()
  const send = (name: string) =>
    void run(async () => {
      await machineCall(emailRequest, { identifier: name })
      setSent(true)
    })
  if (sent) {
    return (
      <output className={css.message}>
        <Notice tone="good" icon={<IconCircleCheck size={18} />}>
          {t('again.done')}
        </Notice>
      </output>
    )
  }
  return (
    <div className={css.again}>
      <FormFailure failure={failure} />
      {identifier === undefined ? (
        <RecipientForm pending={pending} send={send} />
      ) : (
        <PlainButton busy={pending} onClick={() => send(identifier)}>
          {t('again.submit')}
        </PlainButton>
      )}
    </div>
  )
}

function RecipientForm({ pending, send }: { pending: boolean; send: (name: string) => void }) {
  const t = useTexts('sign')
  const check = ({ identifier }: { identifier: string }) => ({
    identifier: identifier.trim() === '' && t('sign.missingIdentity'),
  })
  const { field, form } = usePlainForm({ identifier: '' }, check, false)
  return (
    <form {...form(({ identifier }) => send(identifier.trim()))}>
      <PlainField
        {...field('identifier')}
        label={t('sign.identity')}
        hint={t('again.lead')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PlainButton type="submit" busy={pending}>
        {t('again.submit')}
      </PlainButton>
    </form>
  )
}
