import {
  type AnswerOf,
  type AvailabilityDefinition,
  availabilityDefaults,
  type availabilityFigures,
} from '@stationmaster/contract'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Amount, Figure, Figures } from '../../../ui/page/figures.tsx'
import css from './availability.module.css'

interface TotalsProps {
  definition: AvailabilityDefinition
  figures: AnswerOf<typeof availabilityFigures> | undefined
}

/** Availability of all EVSEs together, those below the target, and the outages. */
export function AvailabilityTotals({ definition, figures }: TotalsProps) {
  const t = useTexts('availability')
  const format = useFormat()
  const { target } = availabilityDefaults[definition]
  const value = figures?.availability ?? null
  const duration = (minutes: number | undefined) => (
    <span className="figure">{minutes ? format.duration(minutes * 60) : '–'}</span>
  )
  const percent = <Amount quantity={{ value: value === null ? '–' : format.number(value, 2), unit: '%' }} />
  return (
    <Figures>
      <Figure
        label={t('figures.all')}
        value={value !== null && value < target ? <span className={css.below}>{percent}</span> : percent}
        note={t('figures.target', { percent: format.percent(target) })}
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
