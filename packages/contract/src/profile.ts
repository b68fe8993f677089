import { Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  Bool,
  closed,
  Done,
  Empty,
  Id,
  Instant,
  NewPassword,
  Nullable,
  Optional,
  Text,
  Words,
} from './shapes.ts'
import { noticeMailChoices } from './notices.ts'
import { locales } from './session.ts'

const subject = 'Profile'
const Name = Type.String({ maxLength: 80 })

/** Maximum bytes of a picture before re-encoding. */
export const avatarMaxBytes = 5 * 1024 * 1024

export const Profile = Type.Object({
  id: Id,
  username: Text,
  email: Nullable(Text),
  /** True if the user has confirmed the e-mail address. */
  emailconfirmed: Bool,
  /** New address that is not confirmed yet. */
  emailpending: Nullable(Text),
  /** False if the user signs in with other providers only; a password can then be set by mail. */
  haspassword: Bool,
  firstname: Nullable(Text),
  lastname: Nullable(Text),
  locale: Text,
  /** Notices that are also sent by e-mail; only to a confirmed address. */
  noticemails: Words(noticeMailChoices),
  /** Link to the picture; it changes with the picture. */
  picture: Nullable(Text),
})

export const userProfileGet = endpoint({
  path: '/user/profile/get',
  subject,
  summary: 'The profile of the caller',
  may: 'user',
  use: noClass,
  body: Empty,
  answer: Profile,
})

export const userSet = endpoint({
  path: '/user/set',
  names: 'nothing',
  subject,
  summary:
    "Change the caller's name, language, email or the notices sent by email; a new email requires the password and is effective when confirmed",
  may: 'user',
  use: noClass,
  maxPerMinute: 30,
  body: Type.Object(
    {
      id: Optional(Nullable(Id)),
      firstname: Optional(Name),
      lastname: Optional(Nullable(Name)),
      email: Optional(Type.String({ maxLength: 254 })),
      /** Current password, required with a new e-mail. */
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
  summary: "Change the caller's password; every other login session of the user ends",
  may: 'user',
  use: noClass,
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
    "Set the caller's picture (base64, at most 5 MiB; re-encoded without its metadata), or remove it with null",
  may: 'user',
  use: noClass,
  maxBytes: 8 * 1024 * 1024,
  maxPerMinute: 20,
  body: Type.Object({ picture: Nullable(Type.String({ minLength: 1, maxLength: 7_100_000 })) }, closed),
  answer: Profile,
})

/** L275: sessions, notices and other rows of one kind in an export, the newest. */
export const maxExportedRows = 10_000

/** Rows with the names of their fields; which ones is described by the file itself. */
const Rows = Type.Array(Type.Record(Type.String(), Type.Unknown()))

export const userDataGet = endpoint({
  path: '/user/data/get',
  subject,
  summary:
    "Personal data of the caller: the profile, sign-ins, devices, notices, saved views, payments, and a driver's cards, cars, favourite places, sessions, reservations, places in queues and problem reports",
  may: 'user',
  use: noClass,
  query: true,
  maxPerMinute: 10,
  body: Type.Object({}, closed),
  answer: Type.Object({
    created: Instant,
    profile: Type.Record(Type.String(), Type.Unknown()),
    logins: Rows,
    identities: Rows,
    notices: Rows,
    /** Devices that get notices. */
    devices: Rows,
    /** Saved views of lists. */
    views: Rows,
    /** Payments that the caller has begun. */
    payments: Rows,
    cards: Rows,
    cars: Rows,
    /** Cars of others that the caller may charge. */
    sharedcars: Rows,
    /** Favourite places. */
    favourites: Rows,
    sessions: Rows,
    reservations: Rows,
    /** Places in queues, and reservations that the caller has asked for. */
    queues: Rows,
    starts: Rows,
    reports: Rows,
  }),
})

export const userDataDelete = endpoint({
  path: '/user/data/delete',
  subject,
  summary:
    'Erase the account of the caller: personal data is deleted, cards of a driver end; sessions and invoices remain without the person',
  may: 'user',
  use: noClass,
  fresh: true,
  maxPerMinute: 10,
  body: Type.Object({}, closed),
  answer: Done,
})
