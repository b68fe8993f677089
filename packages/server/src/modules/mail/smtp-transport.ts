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
    return createTransport({
      url,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silenceMs,
      dnsTimeout: connectMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  let opened: ReturnType<typeof connect> | undefined
  return {
    via: 'smtp',
    async send(mail) {
      try {
        opened ??= connect()
        await (await opened).sendMail(composeMail(mail, from))
        return { kind: 'sent' }
      } catch (error) {
        return outcomeOf(error as SmtpError, secrets) // the library throws errors
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
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
