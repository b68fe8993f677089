import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Log } from '../../shared/log.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { folderCarrier } from './folder-carrier.ts'
import { mailHttp } from './http.ts'
import { mailJobs } from './jobs.ts'
import { createPost, type PostDeps } from './queue-mail.ts'
import { smtpCarrier } from './smtp-carrier.ts'

export interface MailNeeds extends PostDeps {
  db: Kysely<Database>
  log: Log
  dataDir: string
  /** URL of the mail server; without it mails are written to a folder of the data directory. */
  smtpUrl: string | undefined
  /** Sender, as `Name <address>`. */
  from: string
}

/** Creates the mail service: the queue, the carrier, and the outbox. */
export function openMail({ db, bus, clock, log, origin, dataDir, smtpUrl, from }: MailNeeds) {
  const folder = join(dataDir, 'mail')
  const carrier = smtpUrl === undefined ? folderCarrier(folder, from) : smtpCarrier(smtpUrl, from)
  return {
    post: createPost({ bus, clock, origin }),
    handlers: mailHttp({ db, bus, clock, isFolder: carrier.via === 'folder' }),
    jobs: mailJobs({ db, bus, clock, log, carrier, folder }),
    close: () => carrier.close(),
  }
}
