// Mail: written in the transaction of a fact and sent by a job afterwards, with retries. A secret link is
// stored once, apart from the text, and deleted when it was sent by SMTP, was used, or has expired. Without a
// mail server, mails are written to a folder and to the administrators' outbox. Texts are built in; an
// installation may replace them by resources. Not here: what a link leads to.
export { registerMail } from './register.ts'
export type { MailQueue } from './queue-mail.ts'
