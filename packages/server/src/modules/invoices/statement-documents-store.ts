import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { newId } from '../../shared/ids.ts'
import type { Db } from '../../storage/transaction.ts'
import { buyerOf, sellerOf } from './document-of-invoice.ts'
import type { DocumentRow } from './documents-store.ts'
import type { Buyer, DocumentLanguage, Seller } from './documents/invoice-document.ts'
import { logoOfSeller } from './logo-store.ts'
import { findBuyer, findDemoSeller, findSeller } from './party-store.ts'

/** Years for which a statement is kept after the year of its creation. */
const retentionYears = 10

interface PartiesOf {
  accountId: string
  ownerId: string
  isDemo: boolean
}

/**
 * Returns issuer and owner of a statement in the form of documents. Without a default seller the account issues it, by its
 * name.
 */
export async function partiesOfStatement(
  db: Db,
  { accountId, ownerId, isDemo }: PartiesOf,
): Promise<{ seller: Seller; buyer: Buyer; language: DocumentLanguage }> {
  const known = await (isDemo ? findDemoSeller(db, accountId) : findSeller(db, { accountId }))
  const buyer = (await findBuyer(db, ownerId))!
  const seller = known
    ? { ...sellerOf(known), logo: await logoOfSeller(db, known.id) }
    : await accountAsSeller(db, accountId)
  return {
    seller,
    buyer: buyerOf(buyer, known?.countryCode ?? ''),
    // the locale of a client is one of the contract
    language: buyer.locale as DocumentLanguage,
  }
}

async function accountAsSeller(db: Db, accountId: string): Promise<Seller> {
  const { name } = await db
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    legalName: name,
    address: { street: '', additional: null, postalCode: '', city: '', country: '' },
    vatId: null,
    taxNumber: null,
    register: null,
    managing: null,
    iban: null,
    bic: null,
    logo: null,
    electronicAddress: null,
    contact: null,
    isSmallBusiness: false,
  }
}

interface StatementFile {
  accountId: string
  statementId: string
  /** Without its ending. */
  name: string
  content: Buffer
  now: Date
}

/** Stores the PDF of a statement, unless another process has. */
export async function storeStatementDocument(
  db: Db,
  { accountId, statementId, name, content, now }: StatementFile,
): Promise<void> {
  const sha256 = createHash('sha256').update(content).digest()
  await sql`insert into documents (id, account_id, statement_id, kind, type, name, content, sha256, created_at, keep_until)
    values (${newId(now.getTime())}, ${accountId}, ${statementId}, 'pdf', 'application/pdf', ${`${name}.pdf`},
      ${content}::bytea, ${sha256}::bytea, ${now}, make_date(${now.getUTCFullYear() + retentionYears}, 12, 31))
    on conflict (statement_id) do nothing`.execute(db)
}

/** Returns the documents of a statement; the caller has checked that the viewer may see it. */
export async function documentsOfStatement(db: Db, statementId: string): Promise<DocumentRow[]> {
  const { rows } = await sql<Omit<DocumentRow, 'created'> & { created: Date }>`select id, kind, name,
      length(content) as size, encode(sha256, 'hex') as sha256, created_at as created
    from documents where statement_id = ${statementId}`.execute(db)
  return rows.map((row) => ({ ...row, created: row.created.toISOString() }))
}
