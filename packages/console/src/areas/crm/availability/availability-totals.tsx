import {
  type AnswerOf,
  type AvailabilityDefinition,
  availabilityDefaults,
  type availabilityFigures,
  availabilityTargetSet,
} from '@stationmaster/contract'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../../lib/access.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { IconButton } from '../../../ui/buttons.tsx'
import { Amount, Figure, Figures } from '../../../ui/page/figures.tsx'
import css from './availability.module.css'

const TargetDialog = lazy(async () => ({
  default: (await import('./target-dialog.tsx')).TargetDialog,
}))

interface TotalsProps {
  /** Selected site, or empty. */
  site: string
  definition: AvailabilityDefinition
  figures: AnswerOf<typeof availabilityFigures> | undefined
}

/** Availability of all EVSEs together, those below the target, and the outages. */
export function AvailabilityTotals({ site, definition, figures }: TotalsProps) {
  const t = useTexts('availability')
  const format = useFormat()
  const may = useMay()(availabilityTargetSet)
  const [isEdited, setEdited] = useState(false)
  const value = figures?.availability ?? null
  const duration = (minutes: number | undefined) => (
    <span className="figure">{minutes ? format.duration(minutes * 60) : '–'}</span>
  )
  const percent = <Amount quantity={{ value: value === null ? '–' : format.number(value, 2), unit: '%' }} />
  return (
    <Figures>
      <Figure
        label={t('figures.all')}
        value={figures?.reached === false ? <span className={css.below}>{percent}</span> : percent}
        note={
          figures && (
            <span className={css.target}>
              {t('figures.target', {
                percent: format.percent(figures.target ?? availabilityDefaults[definition].target),
              })}
              {may && (
                <span data-screen-only>
                  <IconButton small label={t('targets.set')} onClick={() => setEdited(true)}>
                    <IconPencil size={14} />
                  </IconButton>
                </span>
              )}
              <Suspense>
                {isEdited && (
                  <TargetDialog site={site} definition={definition} onClose={() => setEdited(false)} />
                )}
              </Suspense>
            </span>
          )
        }
      />
      <Figure
        label={t('figures.below')}
        value={
          <span className={figures?.below ? `figure ${css.below}` : 'figure'}>
            {figures ? format.number(figures.below) : '–'}
          </span>
        }
        note={figures && t('figures.of', { count: figures.evses })}
      />
      <Figure
        label={t('figures.outage')}
        value={duration(figures?.outage)}
        note={figures && figures.outages > 0 && t('figures.outages', { count: figures.outages })}
      />
      <Figure
        label={t('figures.excluded')}
        value={duration(figures?.excluded)}
        note={figures && figures.excluded > 0 && t('figures.excludedNote')}
      />
    </Figures>
  )
}
