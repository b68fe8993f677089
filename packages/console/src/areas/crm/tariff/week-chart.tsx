import {
  dayMinutes,
  perMinute,
  type TariffDefinition,
  type WeekInterval,
  weekOf,
  type WeekOfTariff,
} from '@stationmaster/contract'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { as } from '../../../ui/table/table-roles.ts'
import { weekdayName } from '../../../ui/time/moment.tsx'
import css from './tariff.module.css'

type Basis = WeekOfTariff['basis']
const hours = [0, 6, 12, 18, 24]

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Returns true if idle time costs something in a period. */
const hasIdle = ({ prices: { PARKING_TIME: idle } }: WeekInterval): boolean =>
  idle !== undefined && (idle.price === null || Number(idle.price) > 0 || idle.others.length > 0)

/** The prices of a week by day and time, as a chart or a table. */
export function WeekChart({ definition }: { definition: TariffDefinition }) {
  const t = useTexts('tariffs')
  const [isTable, setTable] = useState(false)
  const week = weekOf(definition)
  const intervals = week.days.flatMap((day) => day.intervals)
  return (
    <Card
      title={t('week.title')}
      actions={
        <Button small kind="quiet" onClick={() => setTable(!isTable)}>
          {t(isTable ? 'week.asChart' : 'week.asTable')}
        </Button>
      }
      pad={!isTable}
    >
      {isTable ? (
        <WeekTable week={week} currency={definition.currency} />
      ) : (
        <>
          <div aria-hidden="true">
            <Days week={week} currency={definition.currency} />
          </div>
          <p className={css.legend}>
            <span>{t('week.hint')}</span>
            {intervals.some(hasIdle) && <span data-kind="idle">{t('week.idle')}</span>}
            {intervals.some(({ isGap }) => isGap) && <span data-kind="gap">{t('week.gap')}</span>}
          </p>
          <div className="hidden-text">
            <table aria-label={t('week.title')}>
              <WeekRows week={week} currency={definition.currency} />
            </table>
          </div>
        </>
      )}
    </Card>
  )
}

function Days({ week: { days, basis }, currency }: { week: WeekOfTariff; currency: string }) {
  const { tag } = useFormat()
  const lowest = lowestOf(days, basis)
  return (
    <div className={css.week} dir="ltr">
      {days.map(({ day, intervals }) => (
        <div key={day} className={css.day}>
          <span>{weekdayName(tag, day, 'short')}</span>
          <div className={css.bar}>
            {intervals.map((interval) => (
              <Period
                key={interval.from}
                interval={interval}
                basis={basis}
                currency={currency}
                isHigh={priceOf(interval, basis) > lowest}
              />
            ))}
          </div>
        </div>
      ))}
      <div className={css.hours}>
        {hours.map((hour) => (
          <span key={hour}>{String(hour).padStart(2, '0')}</span>
        ))}
      </div>
    </div>
  )
}

const priceOf = ({ prices }: WeekInterval, basis: Basis): number =>
  Number((basis && prices[basis]?.price) ?? Number.NaN)

function lowestOf(days: WeekOfTariff['days'], basis: Basis): number {
  const known = days
    .flatMap(({ intervals }) => intervals.map((interval) => priceOf(interval, basis)))
    .filter((price) => !Number.isNaN(price))
  return Math.min(...known)
}

interface PeriodProps {
  interval: WeekInterval
  basis: Basis
  currency: string
  isHigh: boolean
}

function Period({ interval, basis, currency, isHigh }: PeriodProps) {
  const price = useBasisPrice(currency)(interval, basis)
  const { from, to, isGap } = interval
  // the legend explains the pattern of periods without one
  const hasPrice = basis !== null && interval.prices[basis] !== undefined
  const share = (to - from) / dayMinutes
  return (
    <span
      className={css.period}
      style={{ inlineSize: `${100 * share}%` }}
      title={`${timeOf(from)}–${timeOf(to)} ${price}`}
      data-gap={isGap || undefined}
      data-high={isHigh || undefined}
      data-idle={hasIdle(interval) || undefined}
    >
      {share >= 0.09 && hasPrice && <b>{price}</b>}
    </span>
  )
}

/** Returns a function for the price of the basis in a period; time is per minute. */
function useBasisPrice(currency: string) {
  const t = useTexts('tariffs')
  const format = useFormat()
  return ({ prices }: WeekInterval, basis: Basis): string => {
    const found = basis && prices[basis]
    if (!found) return t('week.gap')
    if (found.price === null) return t('week.other')
    return format.money(basis === 'TIME' ? perMinute(found.price) : found.price, currency)
  }
}

interface RowsProps {
  week: WeekOfTariff
  currency: string
}

function WeekTable(props: RowsProps) {
  const t = useTexts('tariffs')
  return (
    <PlainTable
      label={t('week.title')}
      titles={[t('week.day'), t('week.time'), t('lines.price'), t('week.idle')]}
      className={css.table}
    >
      <WeekRows {...props} />
    </PlainTable>
  )
}

function WeekRows({ week: { days, basis }, currency }: RowsProps) {
  const t = useTexts('tariffs')
  const { tag } = useFormat()
  const priceWords = useBasisPrice(currency)
  return (
    <tbody {...as.rows}>
      {days.flatMap(({ day, intervals }) =>
        intervals.map((interval) => (
          <tr key={`${day} ${interval.from}`} {...as.row}>
            <td {...as.cell}>{weekdayName(tag, day, 'long')}</td>
            <td {...as.cell}>{`${timeOf(interval.from)}–${timeOf(interval.to)}`}</td>
            <td {...as.cell}>
              {priceWords(interval, basis)}
              {interval.isGap && basis && interval.prices[basis] ? ` · ${t('week.gap')}` : ''}
            </td>
            <td {...as.cell}>
              <IdlePrice interval={interval} currency={currency} />
            </td>
          </tr>
        )),
      )}
    </tbody>
  )
}

function IdlePrice({ interval, currency }: { interval: WeekInterval; currency: string }) {
  const t = useTexts('tariffs')
  const format = useFormat()
  const idle = interval.prices.PARKING_TIME
  if (!hasIdle(interval) || !idle) return '–'
  if (idle.price === null) return t('week.other')
  return t('units.minute', { price: format.money(perMinute(idle.price), currency) })
}
