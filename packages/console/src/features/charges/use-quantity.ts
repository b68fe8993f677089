import type { AnswerOf, sessionCost } from '@stationmaster/contract'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'

type Line = AnswerOf<typeof sessionCost>['lines'][number]
type Unit = Line['unit']

/** Returns functions that word quantities and prices of charges. */
export function useQuantity(currency: string) {
  const t = useTexts('charges')
  const format = useFormat()
  const quantity = (value: number, unit: Unit): string => {
    if (unit === 'Wh') return format.withUnit(value / 1000, 3, 'kWh')
    return unit === 's' ? format.duration(value) : format.number(value)
  }
  const price = (text: string, unit: Unit): string => {
    const money = format.money(text, currency)
    if (unit === 'Wh') return t('perKwh', { price: money })
    return unit === 's' ? t('perHour', { price: money }) : money
  }
  return {
    quantity,
    price,
    /** Returns quantity and price of a line, such as `26.788 kWh × €0.42/kWh`, or that it is free. */
    describe: ({ volume, unit, price: one, amount }: Line): string => {
      if (unit === 'count' && one !== null) return ''
      // time or energy that the tariff includes
      if (volume === 0 && Number(amount) === 0) return t('free')
      return `${quantity(volume, unit)} × ${one === null ? t('severalPrices') : price(one, unit)}`
    },
  }
}
