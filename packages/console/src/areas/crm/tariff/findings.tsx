import type { TariffFinding } from '@stationmaster/contract'
import { IconAlertTriangle, IconCheck, IconCircleX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { useErrorText } from '../../../lib/stored-error.tsx'
import { useTexts } from '../../../lib/texts.ts'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import css from './tariff.module.css'

export const canActivate = (findings: readonly TariffFinding[]): boolean =>
  findings.every(({ level }) => level !== 'error')

/** Chip that states if a draft can be activated. */
export function CheckChip({ findings }: { findings: readonly TariffFinding[] }) {
  const t = useTexts('tariffs')
  return canActivate(findings) ? (
    <ToneChip tone="good">{t('check.possible')}</ToneChip>
  ) : (
    <ToneChip tone="bad">{t('check.impossible')}</ToneChip>
  )
}

/** The findings of the server about a version, with the stations and clients concerned. */
export function Findings({ findings }: { findings: readonly TariffFinding[] }) {
  const t = useTexts('tariffs')
  const text = useErrorText()
  return (
    <ul className={css.findings}>
      {findings.length === 0 && (
        <li data-level="ok">
          <IconCheck size={16} />
          <span>{t('check.ok')}</span>
        </li>
      )}
      {findings.map((finding) => (
        <li key={`${finding.code} ${finding.field ?? ''}`} data-level={finding.level}>
          {finding.level === 'error' ? <IconCircleX size={16} /> : <IconAlertTriangle size={16} />}
          <div>
            {text(finding.code, { defaultValue: finding.message, ...finding.params })}
            <Concerned finding={finding} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Concerned({ finding: { connectors, clients } }: { finding: TariffFinding }) {
  const t = useTexts('tariffs')
  return (
    <>
      {connectors && (
        <small>
          {t('check.connectors', { count: connectors.count })}:{' '}
          {connectors.first.map(({ station, identity, connectorid }) => (
            <Link key={`${station} ${connectorid}`} to={addressOf('/crm/station', [station])}>
              {identity}·{connectorid}
            </Link>
          ))}
          {connectors.count > connectors.first.length && t('check.more')}
        </small>
      )}
      {clients && (
        <small>
          {t('check.clients', { count: clients.count })}:{' '}
          {clients.first.map(({ id, name }) => (
            <Link key={id} to={addressOf('/crm/client', [id])}>
              {name}
            </Link>
          ))}
          {clients.count > clients.first.length && t('check.more')}
        </small>
      )}
    </>
  )
}
