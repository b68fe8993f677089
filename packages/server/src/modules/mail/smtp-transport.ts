import { Readable } from 'node:stream'
import { ReplacedAttempt } from '../../storage/attempt.ts'
import { composeMail, type MailTransport, type SendResult } from './mail-transport.ts'

const connectMs = 10_000
const silenceMs = 20_000
const maxReasonLength = 300

interface SmtpError extends Error {
  code?: string
  responseCode?: number
}

/** Error codes of the library that concern one mail, not the server. */
const mailErrorCodes = new Set(['EENVELOPE', 'EMESSAGE'])

/** Creates a carrier for a mail server with a URL such as `smtps://user:password@mail.example.org`. */
export function createSmtpTransport(url: string, from: string): MailTransport {
  const secrets = secretsOf(url)
  const connect = async () => {
    // loaded with the first mail: most starts send none
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silenceMs,
      dnsTimeout: connectMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    transport.use('stream', ({ data, message }, done) => {
      const { isCurrent } = data as Checked // written by `send`
      message.processFunc((content) =>
        Readable.from(onlyIf(isCurrent, content), { objectMode: false, highWaterMark: 0 }),
      )
      done()
    })
    return transport
  }
  let opened: ReturnType<typeof connect> | undefined
  return {
    via: 'smtp',
    async send(mail, isCurrent) {
      try {
        opened ??= connect()
        const checked: Checked & ReturnType<typeof composeMail> = { ...composeMail(mail, from), isCurrent }
        await (await opened).sendMail(checked)
        return { kind: 'sent' }
      } catch (error) {
        if (error instanceof ReplacedAttempt) throw error
        return outcomeOf(error as SmtpError, secrets) // the library throws errors
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

interface Checked {
  isCurrent: () => Promise<boolean>
}

/** Passes a mail on unless its attempt was replaced; read when the mail server has asked for the content. */
async function* onlyIf(isCurrent: () => Promise<boolean>, content: AsyncIterable<Uint8Array>) {
  if (!(await isCurrent())) throw new ReplacedAttempt()
  yield* content
}

/** A 5xx reply to a recipient or message is final (RFC 5321, 4.2.1); to a login it is a configuration error. */
function outcomeOf(error: SmtpError, secrets: readonly string[]): SendResult {
  const why = secrets
    .reduce((text, secret) => text.replaceAll(secret, '***'), error.message)
    .replaceAll(/\s+/g, ' ')
    .slice(0, maxReasonLength)
  const isOfThisMail = error.code !== undefined && mailErrorCodes.has(error.code)
  if (!isOfThisMail) return { kind: 'away', why }
  // without a reply of the server the address itself was invalid
  const isFinal = error.responseCode === undefined || error.responseCode >= 500
  return { kind: isFinal ? 'refused' : 'failed', why }
}

/** Returns the parts of the URL that must never be logged: user and password, encoded and decoded. */
function secretsOf(url: string): string[] {
  const { username, password } = new URL(url)
  const plain = [username, password].filter((secret) => secret !== '')
  const decoded = plain.map((secret) => decodeURIComponent(secret))
  const sent = [...plain, ...decoded].flatMap((secret) => [secret, Buffer.from(secret).toString('base64')])
  const both = Buffer.from(`\0${decoded[0] ?? ''}\0${decoded[1] ?? ''}`).toString('base64')
  return [...new Set([both, ...sent])].sort((one, other) => other.length - one.length)
}
