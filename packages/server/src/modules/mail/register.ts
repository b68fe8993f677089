import { join } from 'node:path'
import type { ModuleContext } from '../module.ts'
import { createFolderTransport } from './folder-transport.ts'
import { mailHttp } from './http.ts'
import { mailJobs } from './jobs.ts'
import { mailTexts } from './own-texts.ts'
import { createMailQueue } from './queue-mail.ts'
import { createSmtpTransport } from './smtp-transport.ts'

/** Creates the mail service: the queue, the transport, and the outbox. */
export function registerMail(ctx: ModuleContext) {
  const { smtpUrl, from } = ctx.config.mail
  const folder = join(ctx.config.dataDir, 'mail')
  const transport =
    smtpUrl === undefined ? createFolderTransport(folder, from) : createSmtpTransport(smtpUrl, from)
  ctx.onClose(() => transport.close())
  return {
    handlers: mailHttp({ ...ctx, isFolder: transport.via === 'folder' }),
    jobs: mailJobs({ ...ctx, transport, folder }),
    queue: createMailQueue(ctx),
    /** Built-in texts, which resources at their paths replace. */
    texts: mailTexts,
  }
}
