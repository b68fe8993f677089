import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { vi } from 'vitest'

/** Rejection of a recipient by a mail server; null accepts the mail. */
type Answer = { code: number; words: string } | null

/** A real mail server on this machine that stores what it receives. */
export class MailServer {
  readonly mails: (Email & { envelopeTo: string })[] = []
  /** Returns the response to each recipient; null accepts the mail. */
  answer: (to: string) => Answer = () => null
  /** Number of times a recipient was named. */
  asked = 0
  port = 0
  private server: SMTPServer | null = null

  static async open(options: SMTPServerOptions = {}): Promise<MailServer> {
    const mailServer = new MailServer()
    await mailServer.listen(options)
    return mailServer
  }

  async listen(options: SMTPServerOptions = {}): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        this.asked += 1
        const no = this.answer(address)
        done(no ? Object.assign(new Error(no.words), { responseCode: no.code }) : null)
      },
      onData: (stream, session, done) => {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on(
          'end',
          () => void this.keep(Buffer.concat(parts), session.envelope.rcptTo[0]!.address, done),
        )
      },
      ...options,
    })
    // a client that disconnects is not an error of the server
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve))
    const address = server.server.address()
    this.port = typeof address === 'object' && address ? address.port : 0
    this.server = server
  }

  private async keep(raw: Buffer, envelopeTo: string, done: () => void): Promise<void> {
    this.mails.push({ ...(await PostalMime.parse(raw)), envelopeTo })
    done()
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`
  }

  /** Waits for the only mail of this subject to that address and returns it. */
  async mailTo(address: string, subject: string | RegExp): Promise<Email> {
    return vi.waitFor(
      () => {
        const found = this.mails.filter(
          (mail) => mail.envelopeTo === address && (mail.subject ?? '').search(subject) >= 0,
        )
        if (found.length !== 1) throw new Error(`${found.length} mails "${String(subject)}" to ${address}`)
        return found[0]!
      },
      { timeout: 60_000, interval: 20 },
    )
  }

  async close(): Promise<void> {
    const { server } = this
    this.server = null
    await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()))
  }
}

/** Returns the path of the link in a mail. */
export const pathIn = (mail: { text?: string }): string => {
  const link = /https?:\/\/\S+\/(confirm|user|signup)\S*/.exec(mail.text ?? '')?.[0]
  if (!link) throw new Error('the mail has no link')
  return new URL(link).pathname
}
