import {
  type PriceSentence,
  priceInWords,
  quantityText,
  restText,
  type TariffDefinition,
} from '@stationmaster/contract'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import css from './tariff.module.css'
import { usePriceLanguage } from '../../../features/tariffs/use-price-language.ts'

/** The prices of a tariff as sentences. */
export function PriceWords({ definition }: { definition: TariffDefinition | null }) {
  const t = useTexts('tariffs')
  return (
    <section className={css.words} aria-label={t('words.title')}>
      <h2>{t('words.title')}</h2>
      {definition ? (
        <p>
          {priceInWords(definition).map((sentence, index) => (
            // sentences have no identity and keep no state
            <Sentence key={index} sentence={sentence} />
          ))}
        </p>
      ) : (
        <p className="muted">{t('words.none')}</p>
      )}
    </section>
  )
}

/** Marks the place of the price, which is drawn bold. */
const mark = '\u0001'

function Sentence({ sentence }: { sentence: PriceSentence }) {
  const t = useTexts('tariffs')
  const language = usePriceLanguage()
  const format = useFormat()
  const { code, amount, currency } = sentence
  const [before = '', after = ''] = t(`words.${code}`, {
    price: mark,
    quantity: quantityText(sentence, language),
  }).split(mark)
  const rest = restText(sentence, language)
  return (
    <>
      {before}
      {amount !== null && <b className="figure">{format.money(amount, currency)}</b>}
      {after}
      {rest && `, ${rest}`}
      {'. '}
    </>
  )
}
