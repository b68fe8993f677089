import type { AnswerOf, cardList } from '@stationmaster/contract'
import { Link } from 'react-router'
import { AuthorizationStatusChip } from '../../../features/cards/card-columns.tsx'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import css from './driver.module.css'

export type OwnCard = AnswerOf<typeof cardList>[number]

/** Cards that a driver chooses from. */
export const maxCards = 20

/** The card that a start or a reservation is for. */
export function CardOptions({
  cards,
  chosen,
  onChoose,
}: {
  cards: readonly OwnCard[]
  chosen: string | null
  onChoose: (id: string) => void
}) {
  const t = useTexts('driver')
  return (
    <fieldset className={css.group}>
      <legend>{t('start.card')}</legend>
      {cards.length === 0 && (
        <>
          <p className={css.small}>{t('start.noCard')}</p>
          <Link className={css.quiet} to={addressOf('/driver/cards')}>
            {t('start.addCard')}
          </Link>
        </>
      )}
      <div className={css.grid}>
        {cards.map((one) => (
          <label key={one.id} className={css.option}>
            <input type="radio" name="card" checked={one.id === chosen} onChange={() => onChoose(one.id)} />
            <span>
              <b>{one.name ?? one.label ?? t('start.card')}</b>{' '}
              <bdi className="mono">·· {one.code.slice(-4)}</bdi>
              {one.verdict !== 'Accepted' && <AuthorizationStatusChip card={one} />}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
