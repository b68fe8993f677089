import { timingSafeEqual } from 'node:crypto'
import { signOf, type Sign } from '../../storage/signing-plugin.ts'
import { type AuditEntry, type ChainRow, entryText } from './chain.ts'
import type { Db } from '../../storage/transaction.ts'

/** An entry before it is stored; its time is in milliseconds. */
export type NewEntry = Omit<AuditEntry, 'at' | 'actor' | 'kind'> & {
  at: Date
  actor: 'person' | 'script' | 'system'
  kind: 'change' | 'command' | 'right' | 'method' | 'price'
}

/** Returns the time as the database returns it, in microseconds. */
const asStored = (at: Date): string => at.toISOString().replace('Z', '000Z')

/** Returns a text as the driver sends it: an unpaired surrogate becomes U+FFFD. */
const asSent = (text: string): string => Buffer.from(text).toString()

const entryAsStored = (entry: NewEntry): AuditEntry => {
  const texts = Object.entries({ ...entry, at: asStored(entry.at) }) as [string, string | null][]
  // the same columns, each a text or null
  return Object.fromEntries(
    texts.map(([name, value]) => [name, value === null ? null : asSent(value)]),
  ) as unknown as AuditEntry
}

/** Returns the entries with signatures made with the key of the database handle. */
export async function signEntries(
  db: Db,
  entries: readonly NewEntry[],
): Promise<(NewEntry & { signature: Buffer })[]> {
  const sign = signOf(db)
  return Promise.all(
    entries.map(async (entry) => {
      return { ...entry, signature: await sign(entryText(entryAsStored(entry))) }
    }),
  )
}

/** Returns true if the entry was signed by a server of this installation and has not changed since. */
export async function isGenuine(row: ChainRow, sign: Sign): Promise<boolean> {
  if (!row.signature) return false
  const expected = await sign(entryText(row))
  return expected.length === row.signature.length && timingSafeEqual(expected, row.signature)
}
