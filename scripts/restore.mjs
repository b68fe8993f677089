// npm run restore: restores a backup of `npm run backup` into the empty data folder.
//   --from DIR     folder of the backup; required
//   --until TIME   moment to restore, such as 2026-11-27T14:30:00Z; needs the archive of WAL_ARCHIVE
import { loadServer } from './load-server.mjs'
import { readOptions, refuse } from './options.mjs'

const { values } = readOptions(import.meta.url, {
  options: { from: { type: 'string' }, until: { type: 'string' } },
})
if (!values.from) refuse(import.meta.url, '--from DIR is required')
const { restoreData } = await loadServer()
try {
  await restoreData({ from: values.from, until: values.until })
} catch (error) {
  if (error?.name !== 'StartProblem') throw error
  console.error(`The backup was not restored: ${error.message}`)
  process.exitCode = 1
}
