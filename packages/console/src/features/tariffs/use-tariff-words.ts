import type { PriceCondition, PriceSentence, TariffRestrictions } from '@stationmaster/contract'
import { type Format, useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { weekdayName } from '../../ui/time/moment.tsx'

/** Returns functions for the conditions of a tariff in words. */
export function useTariffWords() {
  const t = useTexts('tariffs')
  const format = useFormat()
  const between = (
    kind: 'dates' | 'energy' | 'power' | 'duration',
    from: string | null,
    to: string | null,
  ) =>
    from !== null && to !== null
      ? t(`when.${kind}.both`, { from, to })
      : t(from === null ? `when.${kind}.to` : `when.${kind}.from`, { from, to })
  const condition = (one: PriceCondition): string => {
    if (one.code === 'days') return daysText(format, one.days)
    if (one.code === 'times') return t('when.range', { from: one.from, to: one.to })
    if (one.code === 'dates')
      return between('dates', dateText(format, one.from, 0), dateText(format, one.to, -1))
    if (one.code === 'duration') {
      const [from, to] = [one.from, one.to].map((value) => (value ? format.exactDuration(value) : null))
      return between('duration', from ?? null, to ?? null)
    }
    const unit = one.code === 'energy' ? 'kWh' : 'kW'
    const [from, to] = [one.from, one.to].map((value) =>
      value === null || Number(value) === 0 ? null : withUnit(format, value, unit),
    )
    return between(one.code, from ?? null, to ?? null)
  }
  const conditions = (all: readonly PriceCondition[]): string => all.filter(isLimit).map(condition).join(', ')
  return {
    conditions,
    /** Returns what a sentence has besides its price. */
    quantity: ({ code, quantity }: PriceSentence): string => {
      if (quantity === null) return ''
      if (code === 'idle_grace') return format.exactDuration(quantity)
      return code === 'free_below'
        ? withUnit(format, String(quantity / 1000), 'kWh')
        : format.percent(quantity / 100, 2)
    },
    reservation: (kind: TariffRestrictions['reservation']): string | null => {
      if (kind === undefined) return null
      return t(kind === 'RESERVATION' ? 'when.reservation' : 'when.reservationExpired')
    },
  }
}

/** Returns false for a range that begins at nothing and has no end. */
const isLimit = (one: PriceCondition): boolean =>
  one.code === 'days' || one.code === 'times' || Number(one.from) !== 0 || one.to !== null

function withUnit(format: Format, value: string, unit: 'kWh' | 'kW'): string {
  const number = Number(value).toLocaleString(format.tag, { maximumFractionDigits: 3 })
  return `${number}\u00a0${format.unit(unit)}`
}

function dateText(format: Format, date: string | null, days: number): string | null {
  if (date === null) return null
  // at noon, so that no time zone moves it to another day
  return format.date(new Date(`${date}T12:00:00`).getTime() + days * 86_400_000)
}

/** Returns weekdays as a range if they follow each other: Mon–Fri. */
export function daysText({ tag, list }: Pick<Format, 'tag' | 'list'>, days: readonly number[]): string {
  const name = (day: number): string => weekdayName(tag, day, 'short')
  const [first, last] = [days[0]!, days.at(-1)!]
  return days.length > 2 && last - first === days.length - 1
    ? `${name(first)}–${name(last)}`
    : list(days.map(name))
}
