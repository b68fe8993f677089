import type { AnswerOf, driverPlaceList } from '@stationmaster/contract'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { StateGlyph } from '../../../ui/state/state-glyph.tsx'
import { useStateLabel } from '../../../ui/state/use-state-label.ts'
import css from './driver.module.css'

export type Place = AnswerOf<typeof driverPlaceList>['places'][number]

/** Availability of a place: glyph, word and colour. */
export function Availability({ place }: { place: Pick<Place, 'available' | 'connectors' | 'state'> }) {
  const t = useTexts('driver')
  const word = useStateLabel('connector')
  const { available, connectors, state } = place
  return (
    <span className={css.state} data-state={state}>
      <StateGlyph state={state} size={16} />
      {available > 0
        ? t('place.available', { count: available, total: connectors })
        : state === 'charging'
          ? t('place.taken')
          : word(state)}
    </span>
  )
}

/** Returns a function that formats a distance in metres. */
export function useDistance(): (metres: number) => string {
  const format = useFormat()
  return (metres) =>
    new Intl.NumberFormat(format.tag, {
      style: 'unit',
      unit: metres < 1_000 ? 'meter' : 'kilometer',
      maximumFractionDigits: metres < 1_000 || metres >= 10_000 ? 0 : 1,
    }).format(metres < 1_000 ? Math.round(metres / 10) * 10 : metres / 1_000)
}
