import { tariffCheck, type TariffDefinition, type TariffVersion } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import type { Tariff } from '../../../features/tariffs/tariff-columns.tsx'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Dimmed, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { CheckChip, Findings } from './findings.tsx'
import { PriceWords } from './price-words.tsx'
import { SampleSessions } from './sample-sessions.tsx'
import { VersionsCard } from './versions-card.tsx'
import { WeekChart } from './week-chart.tsx'
import css from './tariff.module.css'

interface PreviewProps {
  tariff: Tariff
  versions: readonly TariffVersion[]
  /** Version that the definition comes from. */
  shown: TariffVersion | null
  active: TariffVersion | null
  /** The last valid prices; null if there were none. */
  definition: TariffDefinition | null
  /** True while the fields are invalid: the definition is an earlier one. */
  isOutdated?: boolean
  /** The price lines. */
  children: ReactNode
}

/** The price lines of a version, and what they mean: in words, over a week, and for three sessions. */
export function TariffPreview(props: PreviewProps) {
  const { tariff, versions, shown, active, definition, isOutdated = false, children } = props
  const isDraft = shown === null || shown.statecode === 'draft'
  return (
    <div className={css.columns}>
      <div className={css.column}>
        <Dimmed when={isOutdated}>
          <PriceWords definition={definition} />
        </Dimmed>
        {children}
        {definition && (
          <Dimmed when={isOutdated}>
            <WeekChart definition={definition} />
          </Dimmed>
        )}
      </div>
      <div className={css.column}>
        {definition && (
          <Dimmed when={isOutdated}>
            <SampleSessions definition={definition} active={active} />
          </Dimmed>
        )}
        {definition && isDraft && <CheckCard tariff={tariff} definition={definition} />}
        {versions.length > 0 && <VersionsCard versions={versions} shown={shown?.number ?? null} />}
      </div>
    </div>
  )
}

function CheckCard({ tariff: { id }, definition }: { tariff: Tariff; definition: TariffDefinition }) {
  const t = useTexts('tariffs')
  const check = useEndpoint(
    tariffCheck,
    { id, definition },
    { keepPrevious: true, hints: ['tariff.changed'] },
  )
  return (
    <Card title={t('check.title')} actions={check.data && <CheckChip findings={check.data} />}>
      {check.data ? (
        <Dimmed when={check.isPlaceholderData}>
          <Findings findings={check.data} />
        </Dimmed>
      ) : (
        <Unloaded small query={check} rows={1} />
      )}
    </Card>
  )
}
