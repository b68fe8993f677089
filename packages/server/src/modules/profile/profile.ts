import type { AnswerOf, userProfileGet } from '@stationmaster/contract'
import type { MailQueue } from '../mail/index.ts'
import type { ModuleContext } from '../module.ts'
import type { PersonFacts } from './store.ts'

export interface ProfileDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock'> {
  mail: MailQueue
}

export type ShownProfile = AnswerOf<typeof userProfileGet>

export const shownProfile = (person: PersonFacts): ShownProfile => ({
  id: person.id,
  username: person.username,
  email: person.email,
  emailconfirmed: person.email !== null && person.email_confirmed_at !== null,
  emailpending: person.pending,
  haspassword: person.password_hash !== null,
  firstname: person.first_name,
  lastname: person.last_name,
  locale: person.locale,
  noticemails: person.notice_mails,
  picture: person.picture,
})
