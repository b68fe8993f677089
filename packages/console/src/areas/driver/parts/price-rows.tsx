import { priceInWords, priceRows, type PriceSentence, type TariffDefinition } from '@stationmaster/contract'
import { useTariffWords } from '../../../features/tariffs/use-tariff-words.ts'
import { useFormat } from '../../../lib/format.ts'
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
  const words = useTariffWords()
  const sentences = priceInWords(definition)
  const tax = sentences.find(({ code }) => code === 'tax_included' || code === 'tax_excluded')
  return (
    <section className={css.card} aria-label={t('price.title')}>
      <div className={css.line}>
        <h2>{title ?? t('price.of', { name })}</h2>
        <span className={css.small}>
          {tax &&
            t(tax.code === 'tax_included' ? 'price.tax_included' : 'price.tax_excluded', {
              tax: words.quantity(tax),
            })}
        </span>
      </div>
      <dl className={css.prices}>
        {priceRows.map(({ key, codes }) => (
          <PriceRow
            key={key}
            label={t(`price.${key}`)}
            sentences={sentences.filter(({ code }) => (codes as readonly string[]).includes(code))}
          />
        ))}
      </dl>
    </section>
  )
}

function PriceRow({ label, sentences }: { label: string; sentences: readonly PriceSentence[] }) {
  const t = useTexts('driver')
  const words = useTariffWords()
  const format = useFormat()
  const [first] = sentences
  const isPlain =
    first !== undefined && first.amount !== null && ['energy', 'time', 'session', 'idle'].includes(first.code)
  return (
    <div>
      <dt>
        <span>{label}</span>
        {isPlain ? (
          <b>{format.money(first.amount!, first.currency)}</b>
        ) : (
          sentences.length === 0 && <span className={css.small}>{t('price.none')}</span>
        )}
      </dt>
      {sentences.map((sentence, index) => {
        const text =
          index === 0 && isPlain && sentence.code !== 'idle'
            ? words.conditions(sentence.conditions)
            : undefined
        // sentences have no identity and keep no state
        return <Note key={index} sentence={sentence} text={text} />
      })}
    </div>
  )
}

function Note({ sentence, text }: { sentence: PriceSentence; text: string | undefined }) {
  const t = useTexts('tariffs')
  const words = useTariffWords()
  const format = useFormat()
  if (text !== undefined) return text === '' ? null : <dd>{text}</dd>
  const { code, amount, currency, isOtherwise } = sentence
  const rest = words.conditions(sentence.conditions) || (isOtherwise ? t('words.otherwise') : '')
  const main = t(`words.${code}`, {
    price: amount === null ? '' : format.money(amount, currency),
    quantity: words.quantity(sentence),
  })
  return <dd>{rest ? `${main}, ${rest}` : main}</dd>
}
