import { readConfig } from './config.ts'
import type { Config } from './shared/config.ts'
import { StartProblem } from './shared/start-problem.ts'
import { backUp } from './storage/backup/back-up.ts'
import { restore } from './storage/backup/restore.ts'
import { version } from './version.ts'

interface BackUpOptions {
  target: string
  keep: number
  config?: Config
  print?: (line: string) => void
}

/** Backs up the embedded database and the data folder, with or without a running server. */
export async function backUpData({
  target,
  keep,
  config = readConfig(),
  print = console.log,
}: BackUpOptions): Promise<string> {
  refuseExternal(config, 'back it up')
  const { dataDir, walArchive: archive } = config
  const path = await backUp({ dataDir, target, keep, archive, version, print })
  print(`The backup is in ${path}.`)
  return path
}

interface RestoreOptions {
  from: string
  /** Moment to restore, as text with a time zone. */
  until?: string | undefined
  config?: Config
  print?: (line: string) => void
}

/** Restores a backup into the empty data folder. */
export async function restoreData({
  from,
  until,
  config = readConfig(),
  print = console.log,
}: RestoreOptions): Promise<void> {
  refuseExternal(config, 'restore it')
  const { dataDir, walArchive: archive } = config
  await restore({ from, dataDir, archive, until: until === undefined ? undefined : readMoment(until), print })
  print(`The data is restored in ${dataDir}. Start the server as usual.`)
}

function refuseExternal({ databaseUrl }: Config, what: string): void {
  if (databaseUrl)
    throw new StartProblem(
      `DATABASE_URL names a PostgreSQL of your own: ${what} with its tools, see docs/operation.md`,
    )
}

function readMoment(text: string): Date {
  const moment = new Date(text)
  if (/(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(moment.getTime())) return moment
  throw new StartProblem(`"${text}" is not a time such as 2026-11-27T14:30:00Z`)
}
