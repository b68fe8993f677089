import {
  maxGraceSeconds,
  type TariffDefinition,
  type TariffProblemCode,
  tariffProblems,
  type TariffVersion,
} from '@stationmaster/contract'
import { decimalOf } from '../../../lib/amount.ts'
import { elementsOf, linesOf, minutesOf, newLine, type PriceLine, secondsOf } from './price-lines.ts'

/** Values of the form of a draft, as the texts of its fields. */
export interface DraftValues {
  version_no: number | undefined
  currency: string
  tax_included: TariffDefinition['tax_included']
  /** In percent, as the commission. */
  vat: string
  commission: string
  lines: PriceLine[]
  /** In minutes. */
  grace: string
  idleMax: string
  until: 'stop' | 'release'
  fromMeter: boolean
  min_price: string
  max_price: string
  /** Amount that clients who pay in advance need for a start. */
  preauthorize_amount: string
  /** In kWh. */
  freeBelow: string
}

const percent = (basisPoints: number | null): string =>
  basisPoints === null ? '' : String(basisPoints / 100)

/** Returns the values of the form of a version; without one those of a new draft in the currency. */
export function valuesOfDraft(
  version: Pick<TariffVersion, 'definition' | 'commission' | 'version_no'> | null,
  currency: string,
): DraftValues {
  const definition = version?.definition
  return {
    version_no: version?.version_no,
    currency: definition?.currency ?? currency,
    tax_included: definition?.tax_included ?? 'YES',
    vat: percent(definition?.vat ?? null),
    commission: percent(version?.commission ?? null),
    lines: definition ? linesOf(definition) : [newLine(0)],
    grace: minutesOf(definition?.idle?.grace_seconds),
    idleMax: definition?.idle?.max ?? '',
    until: definition?.idle?.until ?? 'stop',
    fromMeter: definition?.idle?.from_meter ?? false,
    min_price: definition?.min_price ?? '',
    max_price: definition?.max_price ?? '',
    preauthorize_amount: definition?.preauthorize_amount ?? '',
    freeBelow: definition?.free_below_wh === undefined ? '' : String(definition.free_below_wh / 1000),
  }
}

/** Code of an error of a field: one of the rules for tariffs, or one of the numbers that only this form has. */
type DraftProblemCode = TariffProblemCode | 'percent' | 'minutes'

export interface DraftProblem {
  /** Name of the field: `vat`, or `lines.0.price`; `lines.0` for a warning about a line. */
  field: string
  code: DraftProblemCode
  isWarning: boolean
}

export interface ReadDraft {
  definition: TariffDefinition
  /** Basis points; 0 if none is entered. */
  commission: number
  problems: DraftProblem[]
}

/** Returns the definition that the values are, and what is wrong with them by the rules of the server. */
export function readDraft(values: DraftValues): ReadDraft {
  const own: DraftProblem[] = []
  const report = (field: string, code: DraftProblemCode) => own.push({ field, code, isWarning: false })
  const basisPoints = (field: 'vat' | 'commission'): number => {
    const text = decimalOf(values[field])
    if (text === '' && field === 'commission') return 0
    if (/^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 100) return Math.round(Number(text) * 100)
    report(field, 'percent')
    return 0
  }
  const vat = basisPoints('vat')
  const commission = basisPoints('commission')
  const { elements, places } = elementsOf(values.lines)
  const idle = idleOf(values, report)
  const definition: TariffDefinition = {
    currency: values.currency,
    tax_included: values.tax_included,
    vat,
    elements,
    ...amount('min_price', values.min_price),
    ...amount('max_price', values.max_price),
    ...amount('preauthorize_amount', values.preauthorize_amount),
    ...(idle ? { idle } : {}),
    ...freeBelow(values, report),
  }
  const problems = tariffProblems(definition).map(({ field, ...problem }) => ({
    ...problem,
    field: fieldOf(field, places),
  }))
  return { definition, commission, problems: [...own, ...problems] }
}

const amount = <Name extends string>(name: Name, text: string) =>
  (text.trim() === '' ? {} : { [name]: decimalOf(text) }) as Partial<Record<Name, string>>

type Report = (field: string, code: DraftProblemCode) => void

/** Rules for idle time apply only with a price for it. */
function idleOf(
  { lines, grace, idleMax, until, fromMeter }: DraftValues,
  report: Report,
): TariffDefinition['idle'] {
  if (!lines.some(({ type }) => type === 'PARKING_TIME')) return undefined
  const seconds = grace.trim() === '' ? 0 : secondsOf(grace)
  const isReadable = seconds <= maxGraceSeconds
  if (!isReadable) report('grace', 'minutes')
  return {
    grace_seconds: isReadable ? seconds : 0,
    ...amount('max', idleMax),
    until,
    ...(fromMeter ? { from_meter: true } : {}),
  }
}

function freeBelow({ freeBelow: text }: DraftValues, report: Report): { free_below_wh?: number } {
  const decimal = decimalOf(text)
  if (decimal === '') return {}
  if (/^\d{1,4}(\.\d{1,3})?$/.test(decimal) && Number(decimal) <= 1_000)
    return { free_below_wh: Math.round(Number(decimal) * 1000) }
  report('freeBelow', 'tariff_price.quantity_invalid')
  return {}
}

/** Returns the field of the form for a path in the definition. */
function fieldOf(path: string, places: readonly (readonly number[])[]): string {
  const [, element, component, name] =
    /^elements\[(\d+)\](?:\.price_components\[(\d+)\]|\.restrictions)(?:\.(\w+))?$/.exec(path) ?? []
  if (element === undefined) return path === 'idle.max' ? 'idleMax' : path
  const line = places[Number(element)]?.[Number(component ?? 0)] ?? 0
  return name === undefined ? `lines.${line}` : `lines.${line}.${name === 'vat' ? 'price' : name}`
}
