import type { chargeServices, chargeUnits, TariffDefinition } from '@stationmaster/contract'
import type { Charge as PricedCharge, ChargePart } from '../tariffs/index.ts'

export type Service = (typeof chargeServices)[number]
export type Unit = (typeof chargeUnits)[number]

/** Part of a charge as it is stored and shown. */
export interface StoredPart {
  from: string | null
  to: string | null
  quantity: number
  element: number | null
  price: string | null
  exact: string
  reason: ChargePart['reason']
}

/** Amount of one service as it is stored. */
export interface NewCharge {
  service: Service
  quantity: number
  unit: Unit
  price: string | null
  amountMinor: number
  beforeLimitMinor: number
  taxBp: number
  parts: StoredPart[]
}

const services: Readonly<Record<PricedCharge['service'], readonly [Service, Unit]>> = {
  energy: ['ENERGY', 'Wh'],
  time: ['TIME', 's'],
  idle: ['PARKING_TIME', 's'],
  session: ['FLAT', 'count'],
  reservation: ['RESERVATION', 'count'],
}

/** Returns a function that formats instants, each once: parts begin where others end. */
function instantTexts(): (ms: number | null) => string | null {
  const texts = new Map<number | null, string | null>([[null, null]])
  return (ms) => {
    let text = texts.get(ms)
    if (text === undefined) texts.set(ms, (text = new Date(ms!).toISOString()))
    return text
  }
}

/** Returns the price of a part in the tariff; a reservation may be charged by time or once. */
function priceOf({ elements }: TariffDefinition, service: Service, part: ChargePart): string | null {
  const components = part.element === null ? [] : (elements[part.element]?.price_components ?? [])
  const of = (type: string) => components.find((component) => component.type === type)?.price
  if (service !== 'RESERVATION') return of(service) ?? null
  return (part.from === null || part.from === part.to ? of('FLAT') : of('TIME')) ?? of('FLAT') ?? null
}

/** Returns the charges of the pricing function as they are stored, with the prices of their parts. */
export function chargesOf(tariff: TariffDefinition, charges: readonly PricedCharge[]): NewCharge[] {
  const asInstant = instantTexts()
  return charges.map((charge) => chargeOf(tariff, charge, asInstant))
}

function chargeOf(
  tariff: TariffDefinition,
  priced: PricedCharge,
  asInstant: (ms: number | null) => string | null,
): NewCharge {
  const [service, usualUnit] = services[priced.service]
  const parts = priced.parts.map((part): StoredPart => {
    const { from, to, quantity, element, exact, reason } = part
    return {
      from: asInstant(from),
      to: asInstant(to),
      quantity,
      element,
      price: priceOf(tariff, service, part),
      exact,
      reason,
    }
  })
  const prices = new Set(
    parts.flatMap(({ price, reason }) => (reason === 'grace' || price === null ? [] : price)),
  )
  // a reservation is charged by time, or once
  const isReservation = service === 'RESERVATION'
  const isTimed = isReservation && priced.quantity > 0
  return {
    service,
    quantity: isReservation && !isTimed ? 1 : priced.quantity,
    unit: isTimed ? 's' : usualUnit,
    price: prices.size === 1 ? [...prices][0]! : null,
    amountMinor: priced.amountMinor,
    beforeLimitMinor: priced.beforeLimitMinor,
    taxBp: priced.taxBp,
    parts,
  }
}
