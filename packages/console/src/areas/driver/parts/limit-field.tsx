import { type BodyOf, chargeLimitKinds, type driverChargeStart } from '@stationmaster/contract'
import { amountOfMinor, decimalsOf } from '../../../lib/amount.ts'
import { type Format, useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import css from './driver.module.css'

export type Limit = NonNullable<BodyOf<typeof driverChargeStart>['limit']>

const steps = { energy: 5_000, time: 900, soc: 5 } as const
const firsts = { energy: 20_000, time: 3_600, soc: 80 } as const

/**
 * Selects an optional limit of energy, cost, time or state of charge. Cost only if the currency is known, state of charge
 * only if the station reports it.
 */
export function LimitField({
  currency,
  hasSoc,
  limit,
  onChange,
}: {
  currency: string | null
  hasSoc: boolean
  limit: Limit | null
  onChange: (limit: Limit | null) => void
}) {
  const t = useTexts('driver')
  const format = useFormat()
  const unit = 10 ** decimalsOf(currency ?? 'EUR')
  const stepOf = (kind: Limit['kind']) => (kind === 'cost' ? 5 * unit : steps[kind])
  const firstOf = (kind: Limit['kind']) => (kind === 'cost' ? 20 * unit : firsts[kind])
  const isOffered = { energy: true, time: true, cost: currency !== null, soc: hasSoc }
  const kinds = chargeLimitKinds.filter((kind) => isOffered[kind])
  return (
    <fieldset className={css.group}>
      <legend>{t('limit.title')}</legend>
      <div className={css.chips}>
        {[null, ...kinds].map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={(limit?.kind ?? null) === kind}
            onClick={() => onChange(kind && { kind, value: firstOf(kind) })}
          >
            {t(`limit.${kind ?? 'none'}`)}
          </button>
        ))}
      </div>
      {limit && (
        <div className={css.stepper}>
          <button
            type="button"
            aria-label={t('limit.less')}
            disabled={limit.value <= stepOf(limit.kind)}
            onClick={() => onChange({ ...limit, value: limit.value - stepOf(limit.kind) })}
          >
            −
          </button>
          <output className={css.figure}>{limitText(format, limit, currency)}</output>
          <button
            type="button"
            aria-label={t('limit.more')}
            disabled={limit.kind === 'soc' && limit.value >= 100}
            onClick={() => onChange({ ...limit, value: limit.value + stepOf(limit.kind) })}
          >
            +
          </button>
        </div>
      )}
      {limit && <p className={css.small}>{t('limit.hint')}</p>}
    </fieldset>
  )
}

/** Returns a limit as text in its unit. */
export function limitText(format: Format, { kind, value }: Limit, currency: string | null): string {
  if (kind === 'energy') return format.energy(value)
  if (kind === 'time') return format.exactDuration(value)
  if (kind === 'soc') return format.percent(value)
  return format.money(amountOfMinor(value, currency ?? 'EUR'), currency ?? 'EUR')
}
