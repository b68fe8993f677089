import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ReplacedAttempt } from '../../storage/attempt.ts'
import { composeMail, type MailTransport } from './mail-transport.ts'

/** Puts mails as files that any mail program opens into a folder, for installations without a mail server. */
export const createFolderTransport = (folder: string, from: string): MailTransport => ({
  via: 'folder',
  async send(mail, isCurrent) {
    const { createTransport } = await import('nodemailer')
    const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
    const { message } = await writer.sendMail(composeMail(mail, from))
    const name = `${mail.at.toISOString().replaceAll(/[:.]/g, '-')}-${mail.id}.eml`
    if (!(await isCurrent())) throw new ReplacedAttempt()
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // links in it give access to users: readable by the server's user only, written atomically
      await writeFile(join(folder, `${name}.part`), message as Buffer, { mode: 0o600 }) // buffer: true
      await rename(join(folder, `${name}.part`), join(folder, name))
      return { kind: 'sent' }
    } catch (error) {
      return { kind: 'away', why: `the mail folder cannot be written: ${(error as Error).message}` }
    }
  },
  close: () => {},
})

/** Deletes files older than the given time. A missing folder counts as empty. */
export async function removeOldFiles(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((name) => /\.eml(\.part)?$/.test(name))) {
    const path = join(folder, name)
    const facts = await stat(path).catch(() => null)
    if (facts && facts.mtime < before) await rm(path, { force: true })
  }
}
