// npm run backup: backs up the embedded database and the data folder, while the server runs or not.
//   --to DIR     folder in which the backup is created; required
//   --keep N     number of backups that remain there (7)
import { loadServer } from './load-server.mjs'
import { readOptions, refuse } from './options.mjs'

const { values } = readOptions(import.meta.url, {
  options: { to: { type: 'string' }, keep: { type: 'string', default: '7' } },
})
const keep = Number(values.keep)
if (!values.to) refuse(import.meta.url, '--to DIR is required')
if (!Number.isInteger(keep) || keep < 1)
  refuse(import.meta.url, '--keep must be a whole number of at least 1')
const { backUpData } = await loadServer()
try {
  await backUpData({ target: values.to, keep })
} catch (error) {
  if (error?.name !== 'StartProblem') throw error
  console.error(`The backup failed: ${error.message}`)
  process.exitCode = 1
}
