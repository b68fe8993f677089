import { activityCategories, type ActivityCategory } from '@stationmaster/contract'
import { IconX, IconZoomIn } from '@tabler/icons-react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FilterField } from '../../../ui/table/list-toolbar.tsx'
import css from './activity.module.css'
import { type ActivityViewProps, selectionOf, shownCategories } from './activity-place.ts'
import type { Counts } from './use-activity.ts'

/** Filters that combine: the selected part of the period, categories with their numbers, and a text. */
export function ActivityFilters({
  at,
  go,
  counts,
  withStation,
}: ActivityViewProps & { counts: Counts; withStation: boolean }) {
  const t = useTexts('activity')
  const format = useFormat()
  const shown = shownCategories(at)
  const selection = selectionOf(at)
  const toggle = (category: ActivityCategory): void =>
    go({
      show: shown.includes(category) ? shown.filter((one) => one !== category) : [...shown, category],
      event: '',
    })
  const period = selection && format.range(selection.from, selection.to)
  return (
    <div className={css.filters} data-screen-only>
      <fieldset className={css.chips} aria-label={t('chips')}>
        {period && (
          <button
            type="button"
            className={css.chip}
            data-on
            aria-label={t('clearSelection', { period })}
            onClick={() => go({ sfrom: '', sto: '' })}
          >
            <IconZoomIn size={15} aria-hidden="true" />
            {period}
            <IconX size={14} aria-hidden="true" />
          </button>
        )}
        {activityCategories.map((category) => (
          <button
            key={category}
            type="button"
            className={css.chip}
            data-on={shown.includes(category) || undefined}
            aria-pressed={shown.includes(category)}
            onClick={() => toggle(category)}
          >
            {t(`categories.${category}`)}
            <b className="figure">{format.number(counts[category])}</b>
          </button>
        ))}
      </fieldset>
      <FilterField
        value={at.q}
        placeholder={t(withStation ? 'search' : 'facts.card')}
        onChange={(q) => go({ q, event: '' })}
      />
    </div>
  )
}
