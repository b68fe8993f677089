import { passwordRecovery } from '@stationmaster/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import type { SessionUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { Card, Row, Stack } from '../../../ui/page/page.tsx'

/**
 * Lets users who only sign in with an OpenID provider set a password; the link is sent to their own email
 * address.
 */
export function FirstPasswordCard({ user }: { user: SessionUser }) {
  const t = useTexts('profile')
  const send = useMutation({ mutationFn: (email: string) => call(passwordRecovery, { identifier: email }) })
  const { email } = user
  return (
    <Card title={t('password.title')}>
      <Stack gap={4}>
        <p className="muted">{t('password.none')}</p>
        {send.error && <Failure small error={send.error} />}
        {send.isSuccess ? (
          <output>{t('password.mailed', { email })}</output>
        ) : (
          <Row end>
            <Button
              loading={send.isPending}
              disabled={email === null}
              onClick={() => email !== null && send.mutate(email)}
            >
              {t('password.mail')}
            </Button>
          </Row>
        )}
      </Stack>
    </Card>
  )
}
