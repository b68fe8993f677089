import { expect, test } from 'vitest'
import { readTexts } from '../../storage/ingest-reads.ts'
import { factStatements } from '../../storage/ingest-statements.ts'
import { admissionTexts } from './admission-store.ts'

/** Statements of the fast path: station lookup, sign-in of stations, reads and writes of batches of messages. */
const statements: Record<string, string> = {
  ...admissionTexts,
  ...readTexts,
  ...Object.fromEntries(Object.entries(factStatements).map(([name, { text }]) => [name, text])),
}

/** Statements without the account of their rows, by what they find their rows with instead. */
const exceptions = {
  /** The station is known, which belongs to one account; the rows have `station_id`. */
  station: [
    'station-register',
    'station-knowledge',
    'read-starts',
    'boots',
    'stationStates',
    'responsiveness',
    'seen',
    'offline',
    'interruptions',
    'readings',
    'samples',
    'signedValues',
    'adoptions',
    'refusedCards',
    'deviations',
  ],
  /** The id of a row or the hash of a certificate, unique; an earlier statement has read it with account or station. */
  id: [
    'station-keys',
    'station-certificates',
    'transactionStates',
    'energyStarts',
    'cardUses',
    'resolutions',
  ],
  /** The number of a session, which a station sends: unique in the installation, so that a foreign one is recognized. */
  number: ['read-transactions'],
} as const

/** Returns true if a statement names the account in a condition or inserts it; columns of its result do not count. */
const hasAccount = (text: string): boolean =>
  /\baccount_id\s*=/.test(text) || /insert into \w+(?: as \w+)? \([^)]*\baccount_id\b/.test(text)

test('each statement of the fast path names the account of its rows, with these exceptions', () => {
  expect(Object.keys(statements).length).toBeGreaterThan(35)
  const without = Object.entries(statements).flatMap(([name, text]) => (hasAccount(text) ? [] : [name]))
  expect(without.sort()).toEqual(Object.values(exceptions).flat().sort())
})

test.each(exceptions.station)('%s names the station of its rows', (name) => {
  expect(statements[name]).toMatch(/\b(station_id|s\.id)\s*=\s*\w+\."stationId"|s\.id = any|\(station_id,/)
})

test('a statement without the account is noticed', () => {
  expect(hasAccount('select t.account_id as "accountId" from transactions t where t.id = $1')).toBe(false)
  expect(hasAccount('update cards c set x = 1 from given x where c.account_id = x."accountId"')).toBe(true)
  expect(hasAccount('insert into log (at, account_id) select 1')).toBe(true)
})
