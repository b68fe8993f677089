import { pageConfig, stationOrigin } from '../../../lib/page-config.ts'
import type { SessionUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Identity } from '../../../ui/data/copy.tsx'
import { Card, Stack } from '../../../ui/page/page.tsx'
import css from './rules.module.css'
import { StationRules } from './station-rules.tsx'

/** The address that stations connect to, and the account's requirements for them. */
export function StationsCard({ user }: { user: SessionUser }) {
  const t = useTexts('profile')
  return (
    <Card title={t('stations')}>
      <Stack gap={6}>
        <Link user={user} />
        <section aria-labelledby="station-rules" className={css.part}>
          <h3 id="station-rules">{t('rules.title')}</h3>
          <p className="muted">{t('rules.lead', { organisation: user.account.name })}</p>
          <StationRules mayChange={user.admin} />
        </section>
      </Stack>
    </Card>
  )
}

/** WebSocket address with /ocpp/ and the code of the account; the station's identity is appended. */
function Link({ user }: { user: SessionUser }) {
  const t = useTexts('profile')
  const link = `${stationOrigin(pageConfig())}/ocpp/${encodeURIComponent(user.account.code)}/`
  return (
    <section aria-labelledby="station-link" className={css.part}>
      <h3 id="station-link">{t('link')}</h3>
      <p className="muted">{t('linkLead')}</p>
      <Identity value={link} copy />
      <p className="muted">{t('linkHint', { example: `${link}CS-0001` })}</p>
    </section>
  )
}
