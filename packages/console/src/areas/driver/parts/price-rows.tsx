import {
  priceInWords,
  priceTable,
  type PriceTableRow,
  quantityText,
  type TariffDefinition,
} from '@stationmaster/contract'
import { usePriceLanguage } from '../../../features/tariffs/use-price-language.ts'
import { useTexts } from '../../../lib/texts.ts'
import css from './driver.module.css'

/** All prices of a tariff before the start. A part that does not exist is named, so that nothing seems hidden. */
export function PriceRows({
  name,
  title,
  definition,
}: {
  name: string
  /** Heading; by default it contains the name. */
  title?: string
  definition: TariffDefinition
}) {
  const t = useTexts('driver')
  const language = usePriceLanguage()
  const tax = priceInWords(definition).find(({ code }) => code === 'tax_included' || code === 'tax_excluded')
  return (
    <section className={css.card} aria-label={t('price.title')}>
      <div className={css.line}>
        <h2>{title ?? t('price.of', { name })}</h2>
        <span className={css.small}>
          {tax &&
            t(tax.code === 'tax_included' ? 'price.tax_included' : 'price.tax_excluded', {
              tax: quantityText(tax, language),
            })}
        </span>
      </div>
      <dl className={css.prices}>
        {priceTable(definition, language).map((row) => (
          <PriceRow key={row.key} row={row} />
        ))}
      </dl>
    </section>
  )
}

function PriceRow({ row: { key, price, notes } }: { row: PriceTableRow }) {
  const t = useTexts('driver')
  return (
    <div>
      <dt>
        <span>{t(`price.${key}`)}</span>
        {price !== null ? (
          <b>{price}</b>
        ) : (
          notes.length === 0 && <span className={css.small}>{t('price.none')}</span>
        )}
      </dt>
      {notes.map((note, index) => (
        // notes have no identity and keep no state
        <dd key={index}>{note}</dd>
      ))}
    </div>
  )
}
