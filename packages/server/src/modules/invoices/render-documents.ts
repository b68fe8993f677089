import { createHash } from 'node:crypto'
import { newId } from '../../shared/ids.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import type { MailQueue } from '../mail/index.ts'
import type { ModuleContext } from '../module.ts'
import { documentOfInvoice } from './document-of-invoice.ts'
import { type DocumentRow, insertDocument, issuedInvoice, withoutDocument } from './documents-store.ts'
import { writeCii } from './documents/cii.ts'
import { findDocumentProblems } from './documents/document-problems.ts'
import { findElectronicInvoiceProblems } from './documents/electronic-invoice.ts'
import type { InvoiceDocument } from './documents/invoice-document.ts'
import { renderPdf } from './documents/pdf/render-pdf.ts'
import { writeUbl } from './documents/ubl.ts'
import { logoOfSeller } from './logo-store.ts'
import { mailInvoice } from './mail-invoice.ts'
import { mailedInvoice, wasMailed } from './mail-store.ts'
import { signedReadingsOf } from '../meter-values/index.ts'
import { signedValuesOfSessions } from './signed-values-of-sessions.ts'
import { updateInvoice } from './invoice-store.ts'
import { invoiceChanged } from './invoice-events.ts'

type RenderDeps = Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'log'> & { mail: MailQueue }

/** Error of an invoice whose documents could not be made; a user can have them made again. */
export const documentFailed = 'invoice.document_failed'

/** Invoices whose documents one run of the job renders. */
const perRun = 100

/** Renders the documents of issued invoices that have none; a repeated run gives the same bytes. */
export async function renderDocuments(deps: RenderDeps): Promise<void> {
  for (const { id } of await withoutDocument(deps.db, perRun)) await renderOne(deps, id)
}

async function renderOne({ db, bus, clock, log, mail }: RenderDeps, id: string): Promise<void> {
  const invoice = await issuedInvoice(db, id)
  if (!invoice) return
  const { accountId } = invoice
  const sessionIds = [...new Set(invoice.lines.map(({ transactionId }) => transactionId))]
  const document = documentOfInvoice(invoice, {
    signedValues: signedValuesOfSessions(await signedReadingsOf(db, sessionIds)),
    logo: await logoOfSeller(db, invoice.seller.id),
  })
  const problems = findDocumentProblems(document)
  if (problems.length > 0) log.error({ invoice: id, problems }, 'invoices: a document cannot be rendered')
  let files: DocumentFile[] = []
  try {
    if (problems.length === 0) files = await filesOf(document)
  } catch (error) {
    // the documents of the others follow
    log.error({ err: error, invoice: id }, 'invoices: a document cannot be rendered')
  }
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const error = files.length === 0 ? documentFailed : null
    await updateInvoice(tx, id, { isDocumentDue: false, error, now })
    for (const { content, ...file } of files) {
      const sha256 = createHash('sha256').update(content).digest()
      await insertDocument(tx, {
        ...file,
        id: newId(now.getTime()),
        accountId,
        invoiceId: id,
        content,
        sha256,
        now,
      })
    }
    if (files.length > 0) await mailFirst(tx, id, { mail, now })
    await bus.publish(tx, invoiceChanged(accountId, [id]))
  })
}

/** Sends an invoice to a client that gets its invoices by mail, unless it was sent already. */
async function mailFirst(tx: Tx, id: string, { mail, now }: { mail: MailQueue; now: Date }): Promise<void> {
  const invoice = await mailedInvoice(tx, id)
  const { recipient, isMailed } = invoice
  if (isMailed && recipient !== null && !(await wasMailed(tx, id)))
    await mailInvoice(tx, { ...invoice, recipient }, { kind: 'invoice', mail, now })
}

interface DocumentFile {
  kind: DocumentRow['kind']
  type: string
  name: string
  content: Buffer
}

const xmlType = 'application/xml'

/** Returns the PDF, and the electronic invoices for which the data of both parties are sufficient. */
async function filesOf(document: InvoiceDocument): Promise<DocumentFile[]> {
  const name = document.number.replaceAll(/[^A-Za-z0-9.-]/g, '-')
  const { bytes } = await renderPdf(document)
  const files: DocumentFile[] = [
    { kind: 'pdf', type: 'application/pdf', name: `${name}.pdf`, content: bytes },
  ]
  if (findElectronicInvoiceProblems(document, 'xrechnung').length === 0)
    files.push({
      kind: 'cii',
      type: xmlType,
      name: `${name}-xrechnung.xml`,
      content: Buffer.from(writeCii(document, 'xrechnung')),
    })
  if (findElectronicInvoiceProblems(document, 'peppol').length === 0)
    files.push({
      kind: 'ubl',
      type: xmlType,
      name: `${name}-peppol.xml`,
      content: Buffer.from(writeUbl(document, 'peppol')),
    })
  return files
}
