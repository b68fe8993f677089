import type { PriceComponent, PriceSentence, TariffDefinition, TariffElement } from '@stationmaster/contract'
import { perMinute, priceInWords, conditionsText } from '@stationmaster/contract'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Card } from '../../../ui/page/page.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { as } from '../../../ui/table/table-roles.ts'
import css from './tariff.module.css'
import { usePriceLanguage } from '../../../features/tariffs/use-price-language.ts'

/** The prices of a version that cannot be edited, in the order in which they count. */
export function PriceTable({ definition }: { definition: TariffDefinition }) {
  const t = useTexts('tariffs')
  const rows = definition.elements.flatMap((element) =>
    element.price_components.map((component) => ({ element, component })),
  )
  return (
    <Card title={<LinesTitle />} pad={false}>
      <PlainTable
        label={t('lines.title')}
        titles={[t('lines.number'), t('lines.kind'), t('lines.price'), t('lines.when')]}
        className={css.table}
      >
        <tbody {...as.rows}>
          {rows.map(({ element, component }, index) => (
            // rows have no identity and keep no state
            <tr key={index} {...as.row}>
              <td {...as.cell}>{index + 1}</td>
              <td {...as.cell}>{t(`kinds.${component.type}`)}</td>
              <td {...as.cell} className="figure">
                <LinePrice component={component} currency={definition.currency} />
              </td>
              <td {...as.cell}>
                <LineConditions
                  element={element}
                  component={component}
                  isOtherwise={rows.slice(0, index).some((row) => isSameKind(row, { element, component }))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Card>
  )
}

export function LinesTitle() {
  const t = useTexts('tariffs')
  return (
    <>
      {t('lines.title')} <small className={css.hint}>{t('lines.hint')}</small>
    </>
  )
}

function LinePrice({
  component: { type, price },
  currency,
}: {
  component: PriceComponent
  currency: string
}) {
  const t = useTexts('tariffs')
  const format = useFormat()
  if (type === 'ENERGY') return t('units.kwh', { price: format.money(price, currency) })
  if (type === 'FLAT') return t('units.session', { price: format.money(price, currency) })
  return t('units.minute', { price: format.money(perMinute(price), currency) })
}

interface Priced {
  element: TariffElement
  component: PriceComponent
}

/** Returns true if both are prices for the same, so that the first one has precedence. */
const isSameKind = (one: Priced, other: Priced): boolean =>
  one.component.type === other.component.type &&
  one.element.restrictions?.reservation === other.element.restrictions?.reservation

/** The conditions of a price, in words. */
export function LineConditions({ element, component, isOtherwise }: Priced & { isOtherwise: boolean }) {
  const t = useTexts('tariffs')
  const conditions = conditionsText(conditionsOf(element, component), usePriceLanguage())
  const kind = element.restrictions?.reservation
  const reservation = kind && t(kind === 'RESERVATION' ? 'when.reservation' : 'when.reservationExpired')
  const all = [reservation, conditions].filter(Boolean).join(', ')
  return all === '' ? <span className="muted">{t(isOtherwise ? 'when.otherwise' : 'when.always')}</span> : all
}

/** Returns the conditions of one price as the sentence about it has them. */
function conditionsOf(element: TariffElement, component: PriceComponent): PriceSentence['conditions'] {
  const alone = { currency: 'EUR', tax_included: 'YES', vat: 0 } as const
  const { reservation: _reservation, ...restrictions } = element.restrictions ?? {}
  const [sentence] = priceInWords({ ...alone, elements: [{ price_components: [component], restrictions }] })
  return sentence?.conditions ?? []
}
