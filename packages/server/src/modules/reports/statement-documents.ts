import { currencyDigits, ownerLimits } from '@stationmaster/contract'
import { dayOfMonth } from '../../shared/day-of-month.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import { partiesOfStatement, renderStatementPdf, storeStatementDocument } from '../invoices/index.ts'
import type { ModuleContext } from '../module.ts'
import { linesOfStatement, statementsWithoutDocument, type UndocumentedStatement } from './owner-store.ts'

type Deps = Pick<ModuleContext, 'db' | 'clock' | 'log'>

/**
 * Renders and stores the PDF of statements that have none, the oldest first. One that fails is tried again in the next run.
 * Returns the ids of their accounts.
 */
export async function renderStatements(deps: Deps, most: number = ownerLimits.documents): Promise<string[]> {
  const { db, log } = deps
  const statements = await statementsWithoutDocument(db, most)
  for (const statement of statements)
    try {
      await outsideTenant(() => renderOne(deps, statement))
    } catch (error) {
      log.error({ err: error, statement: statement.id }, 'reports: a statement cannot be rendered')
    }
  return [...new Set(statements.map(({ accountId }) => accountId))]
}

async function renderOne({ db, clock }: Deps, statement: UndocumentedStatement): Promise<void> {
  const { id, accountId, code, month, currency, createdOn, isDemo } = statement
  const digits = currencyDigits(currency) ?? 2
  const minor = (amount: string) => Math.round(Number(amount) * 10 ** digits)
  const lines = await linesOfStatement(db, id)
  const content = await renderStatementPdf({
    ...(await partiesOfStatement(db, statement)),
    number: code,
    issuedOn: createdOn,
    period: { from: month, to: dayOfMonth(month, 1, 0) },
    currency,
    isTrial: isDemo,
    lines: lines.map(({ identity, sitename, sessions, energy, net, commission, share }) => ({
      station: identity ?? '–',
      site: sitename,
      sessions,
      energyWh: energy,
      netMinor: minor(net),
      commissionMinor: minor(commission),
      shareMinor: minor(share),
    })),
    total: statement,
  })
  const name = code.replaceAll(/[^A-Za-z0-9.-]/g, '-')
  await storeStatementDocument(db, { accountId, statementId: id, name, content, now: clock.now() })
}
