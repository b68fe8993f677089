import {
  type AccountingCode,
  type AnswerOf,
  accountingLimits,
  type accountingFile,
  type accountingGet,
  type accountingSet,
  type BodyOf,
} from '@stationmaster/contract'
import { dayOfMonth } from '../../shared/day-of-month.ts'
import { refuseClientUser } from '../../shared/client-user.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { isTimeZone } from '../../shared/request-fields.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { type Booking, readAccountNames, readBookings, readCurrencies } from '../ledger/index.ts'
import type { ModuleContext } from '../module.ts'
import { startOfDay } from '../tariffs/index.ts'
import { currencyOf, readCodes, readSettings, storeSettings } from './accounting-store.ts'
import { type DatevLine, datevFile } from './datev.ts'

type Deps = Pick<ModuleContext, 'db' | 'clock'>

/** Returns the numbers; users of a client see none. */
export async function getAccounting({ db }: Deps, viewer: Viewer): Promise<AnswerOf<typeof accountingGet>> {
  const { accountId } = viewer
  const currency = await currencyOf(db, accountId)
  if (viewer.clientId !== null)
    return { settings: null, codes: [], accounts: [], currency, currencies: [currency] }
  return {
    settings: await readSettings(db, accountId),
    codes: await readCodes(db, accountId),
    accounts: await readAccountNames(db, accountId),
    currency,
    currencies: [...new Set([currency, ...(await readCurrencies(db, accountId))])],
  }
}

/** Stores the numbers of the viewer's account. */
export async function setAccounting(
  { db }: Deps,
  viewer: Viewer,
  body: BodyOf<typeof accountingSet>,
): Promise<AnswerOf<typeof accountingSet> | Refusal> {
  const refusal = refuseClientUser(viewer, 'change', 'seller')
  if (refusal) return refusal
  if (!isTimeZone(body.timezone)) return refuse('value.time_zone_unknown', { field: 'timezone' })
  // the last one of a name counts
  const codes = [...new Map(body.codes.map((code) => [nameOf(code), code])).values()]
  const wrong = refuseLength(codes, body.codelength)
  if (wrong) return { ...wrong, field: 'codes' }
  const { accountId } = viewer
  await inTransaction(db, async (tx) => {
    const before = {
      ...(await readSettings(tx, accountId)),
      codes: shownCodes(await readCodes(tx, accountId)),
    }
    await storeSettings(tx, accountId, { ...body, codes })
    await recordChange(tx, viewer, {
      accountId,
      classCode: 'seller',
      objectId: null,
      label: 'accounting',
      action: 'update',
      before,
      after: { ...body, codes: shownCodes(codes) },
    })
  })
  return { result: true }
}

const nameOf = ({ kind, ref }: Pick<AccountingCode, 'kind' | 'ref'>): string =>
  ref === '' ? kind : `${kind} ${ref}`
const shownCodes = (codes: readonly AccountingCode[]): string =>
  codes.map((code) => `${nameOf(code)}: ${code.code}`).join(', ')

/**
 * Refuses a number that is too short or too long: DATEV reads it as that of another account. Numbers of general ledger
 * accounts have the configured digits, those of customers and suppliers one more.
 */
function refuseLength(codes: readonly AccountingCode[], digits: number): Refusal | null {
  const lengthsOf = ({ kind }: AccountingCode) => (kind === 'client' ? [digits, digits + 1] : [digits])
  const wrong = codes.find((one) => !lengthsOf(one).includes(one.code.length))
  if (!wrong) return null
  return refuse('accounting.code_length', {
    account: nameOf(wrong),
    code: wrong.code,
    digits: lengthsOf(wrong).join('–'),
  })
}

/** Returns the bookings of a month as a file; refuses if a ledger account has no number, or one of a wrong length. */
export async function fileOfMonth(
  { db, clock }: Deps,
  viewer: Viewer,
  { month, currency: wanted }: BodyOf<typeof accountingFile>,
): Promise<AnswerOf<typeof accountingFile> | Refusal> {
  const refusal = refuseClientUser(viewer, 'change', 'seller')
  if (refusal) return refusal
  const { accountId } = viewer
  const settings = await readSettings(db, accountId)
  if (!settings) return refuse('accounting.not_set')
  const currency = wanted ?? (await currencyOf(db, accountId))
  const [first, next] = [`${month}-01`, dayOfMonth(month, 1, 1)]
  const bookings = await readBookings(db, {
    accountId,
    currency,
    from: await startOfDay(db, first, settings.timezone),
    to: await startOfDay(db, next, settings.timezone),
    timeZone: settings.timezone,
    most: accountingLimits.lines + 1,
  })
  if (bookings.length > accountingLimits.lines)
    return refuse('limit.reached', { limit: accountingLimits.lines })
  const stored = await readCodes(db, accountId)
  // stored before the length was checked
  const wrong = refuseLength(stored, settings.codelength)
  if (wrong) return wrong
  const codes = new Map(stored.map((code) => [nameOf(code), code.code]))
  const codeOf = (kind: string, ref: string) => codes.get(`${kind} ${ref}`) ?? codes.get(kind)
  const missing = new Set<string>()
  const lines = bookings.map((booking): DatevLine => {
    const [debit, credit] = [
      codeOf(booking.debitKind, booking.debitRef),
      codeOf(booking.creditKind, booking.creditRef),
    ]
    if (debit === undefined) missing.add(missingName(booking.debitKind, booking.debitRef))
    if (credit === undefined) missing.add(missingName(booking.creditKind, booking.creditRef))
    return {
      amountMinor: booking.amountMinor,
      debit: debit ?? '',
      credit: credit ?? '',
      day: booking.day,
      document: booking.invoice ?? '',
      text: textOf(booking),
    }
  })
  if (missing.size > 0)
    return refuse('accounting.code_missing', { accounts: [...missing].sort().slice(0, maxNamed).join(', ') })
  const file = datevFile(
    {
      consultant: settings.consultant,
      client: settings.client,
      yearFrom: startOfYear(month, settings.yearmonth),
      from: first,
      to: dayOfMonth(month, 1, 0),
      codeLength: settings.codelength,
      title: `Stationmaster ${month}`,
      currency,
      createdAt: clock.now(),
    },
    lines,
  )
  return {
    name: `EXTF_Buchungsstapel_${month}_${currency}.csv`,
    lines: lines.length,
    data: file.toString('base64'),
  }
}

/** Ledger accounts that a refusal names. */
const maxNamed = 10

const missingName = (kind: string, ref: string): string =>
  kind === 'client' || ref === '' ? kind : `${kind} ${ref}`

/** Returns the first day of the financial year that contains a month. */
function startOfYear(month: string, yearMonth: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return `${number < yearMonth ? year - 1 : year}-${String(yearMonth).padStart(2, '0')}-01`
}

/** Returns the text of a line: its kind, and what it is for, the invoice or the client. */
function textOf(booking: Booking): string {
  const { kind, debitKind, debitCode, creditKind, creditCode, invoice, description } = booking
  const client = debitKind === 'client' ? debitCode : creditKind === 'client' ? creditCode : ''
  return [kind.replaceAll('_', ' '), description ?? invoice ?? client].filter(Boolean).join(' ')
}
