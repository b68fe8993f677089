// Mail: what is written in the transaction of a fact and sent by a job afterwards, again when it failed. A secret link
// is kept once, apart from the text, and forgotten when it was sent by SMTP, was used, or is too old. Without a mail
// server mails lie in a folder and in the outbox of administrators. Words are built in; an installation may put its
// own in their place, as resources. Not here: what a link opens.
export { sendJob } from './jobs.ts'
export { openMail } from './open-mail.ts'
export { mailTexts } from './own-texts.ts'
export type { Post } from './queue-mail.ts'
