import { type AnswerOf, totpGet } from '@stationmaster/contract'
import { IconShieldCheck, IconShieldExclamation } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { renewUser } from '../../../lib/renew-user.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Card, Row, Stack } from '../../../ui/page/page.tsx'
import { Moment } from '../../../ui/time/moment.tsx'

const EnrolFactor = lazy(async () => ({
  default: (await import('../../../features/people/enrol-factor.tsx')).EnrolFactor,
}))
const RemoveFactor = lazy(async () => ({ default: (await import('./remove-factor.tsx')).RemoveFactor }))

/** Number of recovery codes from which on a warning is shown. */
const lowCodeCount = 3

/** Two-factor authentication: a code of an authenticator app at each sign-in. */
export function FactorCard() {
  const t = useTexts('profile')
  const queries = useQueryClient()
  const [dialog, setDialog] = useState<'enrol' | 'remove' | null>(null)
  const found = useEndpoint(totpGet, {})
  const changed = () => {
    void queries.invalidateQueries({ queryKey: [totpGet.subject] })
    void renewUser()
  }
  return (
    <Card title={t('factor.title')}>
      <Stack gap={4}>
        <p className="muted">{t('factor.lead')}</p>
        {!found.data && <Unloaded small query={found} rows={1} rowHeight={52} />}
        {found.data?.enabled && <On factor={found.data} onRemove={() => setDialog('remove')} />}
        {found.data && !found.data.enabled && <Off factor={found.data} onEnrol={() => setDialog('enrol')} />}
      </Stack>
      <Suspense>
        {dialog === 'enrol' && <EnrolFactor onEnrolled={changed} onClose={() => setDialog(null)} />}
        {dialog === 'remove' && <RemoveFactor onRemoved={changed} onClose={() => setDialog(null)} />}
      </Suspense>
    </Card>
  )
}

type Factor = AnswerOf<typeof totpGet>

function Off({ factor, onEnrol }: { factor: Factor; onEnrol: () => void }) {
  const t = useTexts('profile')
  return (
    <>
      {(factor.recommended || factor.required) && (
        <Notice tone="warn" icon={<IconShieldExclamation size={18} />}>
          {t(factor.required ? 'factor.required' : 'factor.recommended')}
        </Notice>
      )}
      <Row end>
        <Button onClick={onEnrol}>{t('factor.setUp')}</Button>
      </Row>
    </>
  )
}

function On({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const t = useTexts('profile')
  return (
    <>
      <Notice tone="good" icon={<IconShieldCheck size={18} />}>
        {t('factor.isOn')}
      </Notice>
      <KeyValues
        rows={[
          [t('factor.since'), <Moment key="since" at={factor.since} />],
          [t('factor.left'), factor.recoverycodes],
        ]}
      />
      {factor.recoverycodes < lowCodeCount && <Notice tone="warn">{t('factor.fewCodes')}</Notice>}
      {factor.required ? (
        <p className="muted">{t('factor.required')}</p>
      ) : (
        <Row end>
          <Button onClick={onRemove}>{t('factor.remove')}</Button>
        </Row>
      )}
    </>
  )
}
