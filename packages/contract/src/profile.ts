import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Bool, closed, Done, Empty, Id, NewPassword, Nullable, Optional, Text, Words } from './shapes.ts'
import { noticeMailChoices } from './notices.ts'
import { locales } from './session.ts'

const subject = 'Profile'
const Name = Type.String({ maxLength: 80 })

/** The most bytes of a picture before it is encoded anew. */
export const avatarMaxBytes = 5 * 1024 * 1024

export const Profile = Type.Object({
  id: Id,
  username: Text,
  email: Nullable(Text),
  /** Whether the person has shown that the address is theirs. */
  emailconfirmed: Bool,
  /** A new address that waits for its confirmation. */
  emailpending: Nullable(Text),
  /** Without one the person signs in with accounts elsewhere, and may have one set by mail. */
  haspassword: Bool,
  firstname: Nullable(Text),
  lastname: Nullable(Text),
  locale: Text,
  /** Which notices also come by e-mail; only to an address that is confirmed. */
  noticemails: Words(noticeMailChoices),
  /** A link to the picture; another picture has another link. */
  picture: Nullable(Text),
})

export const userProfileGet = endpoint({
  path: '/user/profile/get',
  subject,
  summary: 'The profile of the caller',
  may: 'user',
  body: Empty,
  answer: Profile,
})

export const userSet = endpoint({
  path: '/user/set',
  names: 'nothing',
  subject,
  summary:
    'Change the own name, language, e-mail or which notices come by e-mail; a new e-mail needs the password and counts when it is confirmed',
  may: 'user',
  maxPerMinute: 30,
  body: Type.Object(
    {
      id: Optional(Nullable(Id)),
      firstname: Optional(Name),
      lastname: Optional(Nullable(Name)),
      email: Optional(Type.String({ maxLength: 254 })),
      /** The present password, with a new e-mail. */
      password: Optional(Type.String({ maxLength: 1000 })),
      locale: Optional(Words(locales)),
      noticemails: Optional(Words(noticeMailChoices)),
    },
    closed,
  ),
  answer: Profile,
})

export const userPassword = endpoint({
  path: '/user/password',
  subject,
  summary: 'Change the own password; every other session of the person ends',
  may: 'user',
  maxPerMinute: 20,
  body: Type.Object(
    { oldpass: Type.String({ minLength: 1, maxLength: 1000 }), newpass: NewPassword },
    closed,
  ),
  answer: Done,
})

export const userProfileSet = endpoint({
  path: '/user/profile/set',
  subject,
  summary:
    'Set the own picture (base64, at most 5 MiB; encoded anew without its metadata), or remove it with null',
  may: 'user',
  maxBytes: 8 * 1024 * 1024,
  maxPerMinute: 20,
  body: Type.Object({ picture: Nullable(Type.String({ minLength: 1, maxLength: 7_100_000 })) }, closed),
  answer: Profile,
})
