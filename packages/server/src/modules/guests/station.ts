import {
  afirPowerW,
  afirProblems,
  type AnswerOf,
  currencyDigits,
  type guestChargeGet,
  type guestStation,
} from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { decimalOf } from '../../shared/money.ts'
import {
  type ConnectorRow,
  connectorState,
  estimateMinor,
  evseId,
  readConnectors,
  refusalOfConnector,
  visitor,
  visitorScope,
} from '../driver/index.ts'
import { type ShownTariff, tariffsOfConnectors } from '../tariffs/index.ts'
import { type CodeRow, findCode } from './code-store.ts'
import { hashOf } from './codes.ts'
import { isOccupied } from './charge-store.ts'
import type { GuestDeps } from './deps.ts'
import { photoOf } from './photo-store.ts'

export const codeInvalid = refuse('guest.code_invalid', { field: 'code' })

/** A connector as guests see it. */
export interface GuestPlace {
  code: CodeRow
  connector: ConnectorRow
  tariff: ShownTariff | null
}

/** Returns the connector of a code with the price for guests; null if the code is void or its connector is not in use. */
export async function placeOfCode(deps: GuestDeps, code: string): Promise<GuestPlace | null> {
  const found = await findCode(deps.db, hashOf(code))
  return found && placeOf(deps, found, { isKnown: false })
}

/** Returns the connector with the price for guests; null if it is not in use, unless it is known from a charge. */
export async function placeOf(
  { db, clock }: Pick<GuestDeps, 'db' | 'clock'>,
  code: CodeRow,
  { isKnown }: { isKnown: boolean },
): Promise<GuestPlace | null> {
  const { accountId, evseId: connectorId, clientId } = code
  const question = { allowed: [], position: null, connector: connectorId, isKnown }
  const [connector] = await readConnectors(db, visitorScope(accountId), question)
  if (!connector) return null
  const [tariff = null] = await tariffsOfConnectors(db, { accountId, clientId, at: clock.now() }, [connector])
  return { code, connector, tariff }
}

/** Returns what every page of a guest shows about the connector. */
export async function shownPlace({ db, addressOf }: GuestDeps, { code, connector, tariff }: GuestPlace) {
  const photo = await photoOf(db, { stationId: code.stationId, siteId: code.siteId })
  const address = [connector.address, [connector.postalCode, connector.city].filter(Boolean).join(' ')]
  return {
    operator: code.operator,
    placelabel: connector.placeLabel,
    address: address.filter(Boolean).join(', ') || null,
    stationlabel: connector.stationLabel,
    connectorno: connector.no,
    evseid: evseId(connector),
    type: connector.type,
    power: connector.powerW,
    state: connectorState(connector, visitor),
    phone: code.phone,
    photo: photo === null ? null : addressOf(photo),
    tariff: tariff && { name: tariff.name, definition: tariff.definition },
  } satisfies Partial<AnswerOf<typeof guestChargeGet>>
}

/** Returns why guests cannot charge at a connector now; null if they can. */
export async function refusalOfPlace(deps: GuestDeps, place: GuestPlace): Promise<Refusal | null> {
  const { code, connector } = place
  if (!code.isEnabled || code.isDemo || !deps.payments.providerOf(code.accountId))
    return refuse('guest.not_offered')
  const refusal = refusalOfPrice(place) ?? refusalOfConnector(connector)
  if (refusal) return refusal
  if (connector.offeredTo !== null) return refuse('driver.connector_offered')
  return (await isOccupied(deps.db, code.evseId)) ? refuse('driver.connector_in_use') : null
}

/** Prices of guests include tax, and have only what AFIR Article 5(4) allows from 50 kW. */
function refusalOfPrice({ code, connector, tariff }: GuestPlace): Refusal | null {
  const definition = tariff?.definition
  if (!definition || definition.currency !== code.currency || definition.tax_included !== 'YES')
    return refuse('guest.no_price')
  const isFast = (connector.powerW ?? 0) >= afirPowerW
  return isFast && afirProblems(definition).some(({ level }) => level === 'error')
    ? refuse('guest.no_price')
    : null
}

/** Returns the page behind a code. */
export async function shownStation(
  deps: GuestDeps,
  code: string,
): Promise<AnswerOf<typeof guestStation> | Refusal> {
  const place = await placeOfCode(deps, code)
  if (!place) return codeInvalid
  const { currency, amounts, accountId } = place.code
  const refusal = await refusalOfPlace(deps, place)
  return {
    ...(await shownPlace(deps, place)),
    currency,
    amounts: amounts.map((minor) => ({
      amount: decimalOf(minor, currency),
      kwh: energyFor(deps, place, minor),
    })),
    refusal: refusal?.code ?? null,
    trial: deps.payments.providerOf(accountId)?.isTrial ?? false,
  }
}

const mostKwh = 256

/** Returns the energy in whole kWh that an amount pays for at constant power; null if it pays for more than usual. */
function energyFor({ clock }: GuestDeps, { connector, tariff }: GuestPlace, minor: number): number | null {
  if (!tariff || currencyDigits(tariff.definition.currency) === null) return null
  const { powerW, timeZone } = connector
  const costOf = (energyKwh: number) =>
    estimateMinor({ definition: tariff.definition, powerW, timeZone, energyKwh, at: clock.now().getTime() })
  let [covered, beyond] = [0, mostKwh]
  while (beyond - covered > 1) {
    const between = Math.floor((covered + beyond) / 2)
    if (costOf(between) <= minor) covered = between
    else beyond = between
  }
  return beyond === mostKwh ? null : covered
}
