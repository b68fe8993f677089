import {
  type AvailabilityDefinition,
  type Exclusion,
  exclusionList,
  exclusionRemove,
  exclusionSet,
} from '@stationmaster/contract'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { callFile } from '../../../lib/call.ts'
import { useMay } from '../../../lib/access.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { IconButton } from '../../../ui/buttons.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { ExportMenu } from '../../../ui/table/export-menu.tsx'
import css from './availability.module.css'
import { EvidenceFiles } from './evidence-files.tsx'
import { exclusionColumns } from './exclusion-columns.ts'

const ExclusionDialog = lazy(async () => ({
  default: (await import('./exclusion-dialog.tsx')).ExclusionDialog,
}))

interface ExclusionsProps {
  month: string
  station: string
  site: string
  definition: AvailabilityDefinition
}

/** The exclusions of a month, each with its reason and evidence. */
export function Exclusions({ month, station, site, definition }: ExclusionsProps) {
  const t = useTexts('availability')
  const selection = {
    month,
    ...(station === '' ? {} : { stationid: station }),
    ...(site === '' ? {} : { siteid: site }),
  }
  const found = useEndpoint(exclusionList, selection, {
    hints: ['station.changed', 'site.changed'],
    keepPrevious: true,
  })
  return (
    <Card
      title={t('exclusions.title')}
      actions={
        !!found.data?.length && (
          <ExportMenu<Exclusion>
            name={`exclusions-${month}`}
            columns={exclusionColumns}
            total={found.data.length}
            file={(file) => callFile(exclusionList, selection, file)}
          />
        )
      }
    >
      {!found.data ? (
        <Unloaded small query={found} rows={2} />
      ) : found.data.length === 0 ? (
        <p className="muted">
          {t('exclusions.none')} {t('exclusions.lead')}
        </p>
      ) : (
        <ul className={css.intervals}>
          {found.data.map((one) => (
            <ExclusionRow key={one.id} exclusion={one} definition={definition} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** One exclusion: place, reason, period, evidence, and who recorded it. */
export function ExclusionRow({
  exclusion,
  definition,
}: {
  exclusion: Exclusion
  definition: AvailabilityDefinition
}) {
  const t = useTexts('availability')
  const format = useFormat()
  const may = useMay()
  const [isEdited, setEdited] = useState(false)
  const remove = useChange(exclusionRemove)
  const { id, identity, connectorid, sitename, reason, from, to, description, evidence } = exclusion
  const place = [identity ?? sitename, connectorid].filter((part) => part !== null).join(' · ')
  const isAddress = /^https?:\/\//.test(evidence)
  const ask = async () => {
    const isSure = await confirm({
      title: t('exclusions.remove'),
      lead: t('exclusions.removeLead'),
      action: t('ui.delete'),
    })
    if (isSure) remove.mutate({ id })
  }
  return (
    <li>
      <span className={css.evidence}>
        <span className={css.place}>
          <bdi>{place}</bdi>
          <strong>{t(`reasons.${reason}`)}</strong>
          <span>{format.range(from, to)}</span>
          <span className="muted">{format.duration((Date.parse(to) - Date.parse(from)) / 1000)}</span>
        </span>
        <span>
          <bdi>{description}</bdi> ·{' '}
          {isAddress ? (
            <a href={evidence} target="_blank" rel="noreferrer">
              {evidence}
            </a>
          ) : (
            <bdi>{evidence}</bdi>
          )}
        </span>
        <EvidenceFiles exclusion={exclusion} />
        <span className="muted">
          {t('exclusions.by', { user: exclusion.username ?? '–', date: format.dateTime(exclusion.created) })}
          {definition === 'nevi' && reason === 'network_failure' && ` · ${t('exclusions.notCounted')}`}
        </span>
      </span>
      {may(exclusionSet) && (
        <span data-screen-only>
          <IconButton label={t('exclusions.edit')} onClick={() => setEdited(true)}>
            <IconPencil size={16} />
          </IconButton>
          <IconButton label={t('ui.delete')} onClick={() => void ask()}>
            <IconTrash size={16} />
          </IconButton>
        </span>
      )}
      <Suspense>
        {isEdited && <ExclusionDialog exclusion={exclusion} onClose={() => setEdited(false)} />}
      </Suspense>
    </li>
  )
}
