// npm run backup: backs up the embedded database and the data folder, while the server runs or not.
//   --to DIR     folder in which the backup is created; required
//   --keep N     number of backups that remain there (7)
import { parseArgs } from 'node:util'
import { loadServer } from './load-server.mjs'

const { values } = parseArgs({
  options: { to: { type: 'string' }, keep: { type: 'string', default: '7' } },
})
const keep = Number(values.keep)
if (!values.to || !Number.isInteger(keep) || keep < 1) {
  console.error('Use: npm run backup -- --to DIR [--keep N], with N of at least 1')
  process.exit(2)
}
const { backUpData } = await loadServer()
try {
  await backUpData({ target: values.to, keep })
} catch (error) {
  if (error?.name !== 'StartProblem') throw error
  console.error(`The backup failed: ${error.message}`)
  process.exitCode = 1
}
