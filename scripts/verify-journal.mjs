// npm run verify-journal: checks the hash chain of the audit trail, beside a running server or without one.
// Exits with 1 if the chain is broken.
//   --anchors FILE   also compares the chain with the published anchors in this file (AUDIT_ANCHOR_FILE)
import { resolve } from 'node:path'
import { loadServer } from './load-server.mjs'
import { readOptions } from './options.mjs'

const { values } = readOptions(import.meta.url, { options: { anchors: { type: 'string' } } })
const { verifyJournal } = await loadServer()
try {
  const anchorFile = values.anchors === undefined ? undefined : resolve(values.anchors)
  if (!(await verifyJournal({ anchorFile }))) process.exitCode = 1
} catch (error) {
  if (error?.name !== 'StartProblem') throw error
  console.error(`The audit trail cannot be checked: ${error.message}`)
  process.exitCode = 2
}
