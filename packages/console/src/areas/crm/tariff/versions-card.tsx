import type { TariffVersion } from '@stationmaster/contract'
import { Link } from 'react-router'
import { TariffState } from '../../../features/tariffs/tariff-columns.tsx'
import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Card } from '../../../ui/page/page.tsx'
import css from './tariff.module.css'

interface VersionsProps {
  versions: readonly TariffVersion[]
  /** Number of the version on the page. */
  shown: number | null
}

/** The versions of a tariff, newest first, with state and validity; each opens on the page. */
export function VersionsCard({ versions, shown }: VersionsProps) {
  const t = useTexts('tariffs')
  return (
    <Card title={t('versions.title')} pad={false}>
      <ul className={css.versions} aria-label={t('versions.title')}>
        {versions.map((version) => (
          <li key={version.id} data-shown={version.number === shown || undefined}>
            <Link
              to={addressOf('/crm/tariff', [version.tariff], { version: String(version.number) })}
              aria-current={version.number === shown ? 'true' : undefined}
            >
              {t('version', { number: version.number })}
            </Link>
            <TariffState code={version.statecode} />
            <Validity version={version} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Validity({ version: { statecode, validfrom, validto, lastupdate } }: { version: TariffVersion }) {
  const t = useTexts('tariffs')
  const format = useFormat()
  const now = useNow('half-minute')
  if (statecode === 'draft' || !validfrom)
    return <span className="muted">{t('versions.changed', { at: format.ago(lastupdate, now) })}</span>
  const from = format.date(validfrom)
  if (validto) {
    // the end is exclusive: its last day is that of the moment before
    const to = format.date(Math.max(Date.parse(validto) - 1, Date.parse(validfrom)))
    return <span className="muted">{from === to ? from : t('versions.range', { from, to })}</span>
  }
  return (
    <span className="muted">
      {t(Date.parse(validfrom) > now ? 'versions.from' : 'versions.since', { from })}
    </span>
  )
}
