import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Log } from '../../shared/log.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { createFolderTransport } from './folder-transport.ts'
import { mailHttp } from './http.ts'
import { mailJobs } from './jobs.ts'
import { createMailQueue, type MailQueueDeps } from './queue-mail.ts'
import { createSmtpTransport } from './smtp-transport.ts'

export interface MailDeps extends MailQueueDeps {
  db: Kysely<Database>
  log: Log
  dataDir: string
  /** URL of the mail server; without it mails are written to a folder of the data directory. */
  smtpUrl: string | undefined
  /** Sender, as `Name <address>`. */
  from: string
}

/** Creates the mail service: the queue, the carrier, and the outbox. */
export function openMail({ db, bus, clock, log, origin, dataDir, smtpUrl, from }: MailDeps) {
  const folder = join(dataDir, 'mail')
  const transport =
    smtpUrl === undefined ? createFolderTransport(folder, from) : createSmtpTransport(smtpUrl, from)
  return {
    post: createMailQueue({ bus, clock, origin }),
    handlers: mailHttp({ db, bus, clock, isFolder: transport.via === 'folder' }),
    jobs: mailJobs({ db, bus, clock, log, transport, folder }),
    close: () => transport.close(),
  }
}
