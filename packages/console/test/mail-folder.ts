import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'

/** The mails that a server without a mail server writes to its data folder. */
export class MailFolder {
  private readonly folder: string

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'mail')
  }

  /** Returns the path of the newest link below `start` in a mail to this address; waits for it. */
  linkTo(address: string, start: string): Promise<string> {
    return vi.waitFor(
      async () => {
        for (const text of (await this.textsTo(address)).reverse()) {
          const link = new RegExp(`https?://[^/\\s]+(${start}\\S+)`).exec(text)?.[1]
          if (link) return link
        }
        throw new Error(`no mail to ${address} with a link to ${start}`)
      },
      { timeout: 60_000, interval: 50 },
    )
  }

  /** Returns subjects and plain texts of the mails to this address, the newest last. */
  private async textsTo(address: string): Promise<string[]> {
    const names = (await readdir(this.folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
    const mails = await Promise.all(names.map((name) => readFile(join(this.folder, name), 'utf8')))
    return mails.filter((mail) => mail.includes(`To: ${address}\n`)).map(plainText)
  }
}

/** Returns the plain text part of a mail that nodemailer wrote (RFC 2045). */
function plainText(mail: string): string {
  const part = mail.split(/^--.*$/m).find((piece) => piece.includes('Content-Type: text/plain')) ?? ''
  const [head = '', ...rest] = part.trim().split('\n\n')
  const body = rest.join('\n\n')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
