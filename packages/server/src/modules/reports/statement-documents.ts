import { ownerLimits } from '@stationmaster/contract'
import { minorUnits } from '../../shared/money.ts'
import { dayOfMonth } from '../../shared/day-of-month.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { isTransient } from '../../storage/transient.ts'
import { partiesOfStatement, renderStatementPdf, storeStatementDocument } from '../invoices/index.ts'
import type { ModuleContext } from '../module.ts'
import {
  linesOfStatement,
  setDocumentDue,
  statementsWithoutDocument,
  type UndocumentedStatement,
} from './owner-store.ts'

type Deps = Pick<ModuleContext, 'db' | 'clock' | 'log'>

/** Milliseconds after which a statement that could not be rendered is tried again. */
const retryMs = 3_600_000

/** Renders and stores the PDF of statements that have none. Returns the ids of their accounts. */
export async function renderStatements(deps: Deps, most: number = ownerLimits.documents): Promise<string[]> {
  const { db, clock, log } = deps
  const accounts = new Set<string>()
  for (const statement of await statementsWithoutDocument(db, { now: clock.now(), most }))
    try {
      await renderOne(deps, statement)
      accounts.add(statement.accountId)
    } catch (error) {
      if (isTransient(error)) throw error
      log.error({ err: error, statement: statement.id }, 'reports: a statement cannot be rendered')
      await setDocumentDue(db, statement.id, new Date(clock.now().getTime() + retryMs))
    }
  return [...accounts]
}

async function renderOne({ db, clock }: Deps, statement: UndocumentedStatement): Promise<void> {
  const { id, accountId, code, month, currency, createdOn, isDemo } = statement
  // the text was written with the digits of the currency
  const minor = (amount: string) => minorUnits(amount, currency)!
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
  await inTransaction(db, async (tx) => {
    await storeStatementDocument(tx, { accountId, statementId: id, name, content, now: clock.now() })
    await setDocumentDue(tx, id, null)
  })
}
