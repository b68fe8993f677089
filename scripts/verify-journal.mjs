// npm run verify-journal: checks the hash chain of the audit trail, beside a running server or without one.
// Exits with 1 if the chain is broken.
//   --anchors FILE   also compares the chain with the published anchors in this file (AUDIT_ANCHOR_FILE)
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from './files.mjs'
import { run } from './install.mjs'
import { staleProducts } from './products.mjs'

const { values } = parseArgs({ options: { anchors: { type: 'string' } } })
const stale = await staleProducts()
if (stale.some(({ name }) => name === 'server')) await run(process.execPath, ['scripts/build.mjs', 'server'])
const { verifyJournal } = await import(pathToFileURL(join(root, 'packages/server/dist/main.mjs')).href)
try {
  const anchorFile = values.anchors === undefined ? undefined : resolve(values.anchors)
  if (!(await verifyJournal({ anchorFile }))) process.exitCode = 1
} catch (error) {
  if (error?.name !== 'StartProblem') throw error
  console.error(`The audit trail cannot be checked: ${error.message}`)
  process.exitCode = 2
}
