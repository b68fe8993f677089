import {
  afirPowerW,
  afirProblems,
  type TariffDefinition,
  type TariffFinding,
  tariffLimits,
  tariffProblems,
} from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Db } from '../../storage/transaction.ts'
import { findClients, type FoundClients } from './check-store.ts'
import { adHocType, type Candidate, modeOf, type ModeRange, selectTariff } from './select.ts'
import { type ConnectorPlace, readCandidates, readClient, readConnectors, readModes } from './select-store.ts'
import type { StoredTariff, Validity } from './version-store.ts'

/** A finding with the refusal that activation returns if it is an error. */
export interface Finding {
  level: TariffFinding['level']
  refusal: Refusal
  connectors?: ConnectorPlace[]
  clients?: FoundClients
}

interface Checked {
  tariff: StoredTariff
  definition: TariffDefinition
  validity: Validity
}

const { findingObjects: most } = tariffLimits

/** Returns what prevents the activation of a definition, or is worth a warning; errors first. */
export async function checkTariff(db: Db, checked: Checked): Promise<Finding[]> {
  const { tariff, definition } = checked
  const findings: Finding[] = []
  if (definition.currency !== tariff.currency)
    findings.push({
      level: 'error',
      refusal: refuse('tariff.currency_differs', { currency: tariff.currency, field: 'definition.currency' }),
    })
  for (const { code, field, isWarning } of tariffProblems(definition))
    findings.push({
      level: isWarning ? 'warning' : 'error',
      refusal: refuse(code, { field: `definition.${field}` }),
    })
  if (!findings.some(({ level }) => level === 'error'))
    findings.push(...(await clientFindings(db, checked)), ...(await adHocFindings(db, checked)))
  return findings.toSorted((a, b) => (a.level === b.level ? 0 : a.level === 'error' ? -1 : 1))
}

/** Checks that prices include tax or not as the clients require. */
async function clientFindings(db: Db, { tariff, definition }: Checked): Promise<Finding[]> {
  if (tariff.client_id === null && tariff.group_id === null) return []
  const isGross = definition.tax_included === 'YES'
  const clients = await findClients(db, tariff, { flag: isGross ? 'is_reverse_charge' : 'is_prepaid', most })
  if (clients.count === 0) return []
  const details = { count: clients.count, client: clients.first[0]!.name, field: 'definition.tax_included' }
  return [
    {
      level: 'error',
      clients,
      refusal: refuse(isGross ? 'tariff.gross_for_reverse_charge' : 'tariff.net_for_prepaid', details),
    },
  ]
}

/** Checks prices for charging without registration: with tax, and by AFIR at 50 kW or more. */
async function adHocFindings(db: Db, checked: Checked): Promise<Finding[]> {
  const { tariff, definition } = checked
  if (tariff.client_id !== null || tariff.group_id !== null) return []
  const findings: Finding[] = []
  const isNet = definition.tax_included === 'NO'
  const problems = afirProblems(definition)
  if (!isNet && problems.length === 0) return []
  const connectors = await adHocConnectors(db, checked, isNet ? 0 : afirPowerW)
  if (isNet && (tariff.type === adHocType || connectors.length > 0))
    findings.push({
      level: 'error',
      connectors,
      refusal: refuse('tariff.net_for_ad_hoc', { field: 'definition.tax_included' }),
    })
  const strong = connectors.filter(({ powerW }) => powerW !== null && powerW >= afirPowerW)
  if (strong.length === 0) return findings
  const details = { count: strong.length, station: strong[0]!.identity }
  return [
    ...findings,
    ...problems.map(({ code, level, field }) => ({
      level,
      connectors: strong,
      refusal: refuse(code, { ...details, field: `definition.${field}` }),
    })),
  ]
}

/** Returns the connectors at which a definition would apply without registration from the beginning of its validity. */
async function adHocConnectors(
  db: Db,
  { tariff, validity }: Checked,
  minPowerW: number,
): Promise<ConnectorPlace[]> {
  const accounts = [tariff.account_id]
  const at = validity.from
  const connectors = await readConnectors(db, { accounts, minPowerW })
  if (connectors.length === 0) return []
  const others = (await readCandidates(db, { accounts, from: at, to: at })).filter(
    ({ tariffId }) => tariffId !== tariff.id,
  )
  const own: Candidate = {
    versionId: tariff.id,
    tariffId: tariff.id,
    type: tariff.type,
    clientId: null,
    groupId: null,
    networkId: tariff.network_id,
    mode: tariff.mode,
    currency: tariff.currency,
    validFrom: at,
    validTo: validity.to,
  }
  const { accountCurrency } = await readClient(db, { accountId: tariff.account_id, clientId: null, at })
  const tariffAt = adHocSelection([...others, own], { modes: await readModes(db), at, accountCurrency })
  return connectors.filter((connector) => tariffAt(connector) === tariff.id)
}

/** Returns a function that selects the tariff of a connector without registration; connectors of one kind have the same. */
export function adHocSelection(
  candidates: readonly Candidate[],
  { modes, at, accountCurrency }: { modes: readonly ModeRange[]; at: Date; accountCurrency: string },
): (connector: Pick<ConnectorPlace, 'mode' | 'powerW' | 'networkId'>) => string | null {
  const known = new Map<string, string | null>()
  return ({ networkId, ...connector }) => {
    const { mode } = modeOf(connector, modes)
    const key = `${networkId} ${mode}`
    if (!known.has(key)) {
      const question = { at, clientId: null, groupId: null, networkId, mode, currencies: [accountCurrency] }
      known.set(key, selectTariff(candidates, question)?.candidate.tariffId ?? null)
    }
    return known.get(key) ?? null
  }
}

/** Returns a finding as users see it, with the first of the affected objects. */
export const shownFinding = ({ level, refusal, connectors, clients }: Finding): TariffFinding => ({
  level,
  code: refusal.code,
  message: refusal.message,
  field: refusal.field ?? null,
  params: refusal.params ?? {},
  connectors: connectors
    ? {
        count: connectors.length,
        first: connectors.slice(0, most).map(({ stationId, identity, evseNo, powerW }) => ({
          station: stationId,
          identity,
          connectorid: evseNo ?? 0,
          power: powerW,
        })),
      }
    : null,
  clients: clients ?? null,
})
