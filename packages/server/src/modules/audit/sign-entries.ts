import { timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { signOf, type Sign } from '../../storage/signing-plugin.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { type AuditEntry, type ChainRow, entryText } from './chain.ts'

/** An entry before it is stored: its time has milliseconds, and it may name its session by the secret code. */
export type NewEntry = Omit<AuditEntry, 'at' | 'actor' | 'kind'> & {
  at: Date
  actor: 'person' | 'script' | 'system'
  kind: 'change' | 'command' | 'right' | 'method' | 'price'
}

/** Returns the time as the database returns it: with microseconds. */
const asStored = (at: Date): string => at.toISOString().replace('Z', '000Z')

/** Returns a text as the driver sends it: a surrogate without its pair becomes U+FFFD. */
const asSent = (text: string): string => Buffer.from(text).toString()

const entryAsStored = (entry: NewEntry): AuditEntry => {
  const texts = Object.entries({ ...entry, at: asStored(entry.at) }) as [string, string | null][]
  // the same columns as before, each a text or null
  return Object.fromEntries(
    texts.map(([name, value]) => [name, value === null ? null : asSent(value)]),
  ) as unknown as AuditEntry
}

/** Returns the entries with their signatures, under the key of the database handle. */
export async function signEntries(
  db: Kysely<Database>,
  entries: readonly NewEntry[],
): Promise<(NewEntry & { signature: Buffer })[]> {
  const sign = signOf(db)
  return Promise.all(
    entries.map(async (entry) => {
      return { ...entry, signature: await sign(entryText(entryAsStored(entry))) }
    }),
  )
}

/** Returns whether a stored entry was signed by a server of this installation and says what it said then. */
export async function isGenuine(row: ChainRow, sign: Sign): Promise<boolean> {
  if (!row.signature) return false
  const expected = await sign(entryText(row))
  return expected.length === row.signature.length && timingSafeEqual(expected, row.signature)
}
