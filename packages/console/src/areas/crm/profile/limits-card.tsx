import { accountGet, type AnswerOf } from '@stationmaster/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import type { SessionUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Card, Stack } from '../../../ui/page/page.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import css from './limits.module.css'
import { levelOf } from './limits.ts'

type Quotas = AnswerOf<typeof accountGet>['quotas']

/** Shows how much of its limits the account of an operator has used; drivers have no such account. */
export function LimitsCard({ user }: { user: SessionUser }) {
  const t = useTexts('profile')
  const found = useEndpoint(
    accountGet,
    {},
    { hints: ['account.changed'], enabled: user.interface.code !== 'driver' },
  )
  if (user.interface.code === 'driver') return null
  return (
    <Card title={t('limits.title')}>
      <Stack gap={4}>
        {found.data ? (
          <Usage quotas={found.data.quotas} />
        ) : (
          <Unloaded small query={found} rows={4} rowHeight={36} />
        )}
        <p className="muted">
          {t('limits.lead')}{' '}
          {user.admin ? (
            <Link to={addressOf('/admin/users', [user.userid, 'limits'])}>{t('limits.change')}</Link>
          ) : (
            t('limits.more')
          )}
        </p>
      </Stack>
    </Card>
  )
}

function Usage({ quotas }: { quotas: Quotas }) {
  const t = useTexts('profile')
  return (
    <dl className={css.usage}>
      {(['stations', 'cards', 'users'] as const).map((name) => (
        <Counted key={name} label={t(`limits.${name}`)} {...quotas[name]} />
      ))}
      <Counted label={t('limits.log')} unit="MiB" {...quotas.logmibperday} />
    </dl>
  )
}

function Counted({ label, used, limit, unit }: { label: string; used: number; limit: number; unit?: 'MiB' }) {
  const t = useTexts('profile')
  const format = useFormat()
  const level = levelOf(used, limit)
  const share = limit === 0 ? 100 : Math.min(100, (used / limit) * 100)
  return (
    <div data-level={level}>
      <dt>
        {label}
        {level !== 'room' && (
          <ToneChip tone={level === 'full' ? 'bad' : 'warn'} icon={<IconAlertTriangle size={12} />}>
            {t(`limits.${level}`)}
          </ToneChip>
        )}
      </dt>
      <dd title={format.percent(share)}>{t(unit ? 'limits.ofMiB' : 'limits.of', { used, limit })}</dd>
      <dd className={css.bar} aria-hidden="true">
        <i style={{ inlineSize: `${share}%` }} />
      </dd>
    </div>
  )
}
