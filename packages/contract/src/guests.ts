import { Type } from 'typebox'
import { IdleFee } from './charges.ts'
import { driverChargePhases, driverConnectorStates } from './driver.ts'
import { endpoint } from './endpoint.ts'
import { noClass, sees, stationAreas, updates } from './endpoint-use.ts'
import { SignedValue } from './meter-values.ts'
import { locales } from './session.ts'
import { Bool, closed, Done, Id, Instant, Int, Nullable, Num, Optional, Text, Words } from './shapes.ts'
import { TariffDefinition } from './tariff-definition.ts'

const subject = 'Charging without an account'

/** Amounts from which guests choose. */
export const maxGuestAmounts = 4
/** Labels on one sheet. */
export const maxGuestLabels = 500
/** Days for which the link of a guest can be opened after its session. */
export const guestLinkDays = 30

const Code = Type.String({ pattern: '^[A-Za-z0-9_-]{10,64}$', description: 'Code of the label' })
const Secret = Type.String({ pattern: '^[A-Za-z0-9_-]{20,64}$', description: 'Secret of the link' })
/** Decimal text in the currency. */
const Amount = Type.String({ pattern: '^\\d{1,9}([.]\\d{1,4})?$' })
const Email = Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: 254 })

/** For callers without a sign-in: the code, or the secret of the link, decides what they see. */
const open = { subject, may: 'public', use: noClass, names: 'nothing' } as const

const place = {
  operator: Text,
  placelabel: Text,
  address: Nullable(Text),
  stationlabel: Nullable(Text),
  connectorno: Int,
  /** Public id in the form of eMI3; null if the operator has no id. */
  evseid: Nullable(Text),
  type: Nullable(Text),
  /** In W. */
  power: Nullable(Num),
  state: Words(driverConnectorStates),
  /** Telephone number for help. */
  phone: Nullable(Text),
  /** Signed address of a photo of the station or its site. */
  photo: Nullable(Text),
  tariff: Nullable(Type.Object({ name: Text, definition: TariffDefinition })),
}

export const guestStation = endpoint({
  ...open,
  path: '/guest/station/get',
  summary: 'The connector whose label has this code, with its price and the amounts that can be reserved',
  maxPerMinute: 60,
  body: Type.Object({ code: Code }, closed),
  answer: Type.Object({
    ...place,
    currency: Text,
    /** Amounts that can be reserved, with the energy that each pays for in kWh; null: it depends on time only. */
    amounts: Type.Array(Type.Object({ amount: Text, kwh: Nullable(Num) })),
    /** Code of the error why nothing can be started now; null: it can. */
    refusal: Nullable(Text),
    /** True if no money moves. */
    trial: Bool,
  }),
})

export const guestStationReport = endpoint({
  ...open,
  path: '/guest/station/report',
  summary: 'Report to the operator that the label with this code is at another station',
  maxPerMinute: 5,
  body: Type.Object({ code: Code }, closed),
  answer: Done,
})

export const guestChargeReserve = endpoint({
  ...open,
  path: '/guest/charge/reserve',
  summary:
    'Reserve an amount for a charge at the connector of the code. A repeated request with the same id reserves once and returns the same link',
  maxPerMinute: 10,
  body: Type.Object(
    {
      /** Random key of the caller. */
      id: Id,
      code: Code,
      amount: Amount,
      email: Optional(Nullable(Email)),
      locale: Words(locales),
    },
    closed,
  ),
  answer: Type.Object({
    secret: Text,
    /** Page of the provider; null: none is needed. */
    checkouturl: Nullable(Text),
  }),
})

/**
 * Besides the phases of a start: `unpaid`: the amount is not reserved yet. `not_paid`: it was not reserved. `reserved`: it is,
 * and the start follows. `released`: the charge was given up, and the amount is released.
 */
export const guestPhases = ['unpaid', 'not_paid', 'reserved', ...driverChargePhases, 'released'] as const

const GuestCharge = Type.Object({
  phase: Words(guestPhases),
  ...place,
  checkouturl: Nullable(Text),
  /** Code of the error that explains the phase. */
  reason: Nullable(Text),
  /** When the station answered, and when it stops waiting for the cable. */
  answered: Nullable(Instant),
  deadline: Nullable(Instant),
  currency: Text,
  reserved: Text,
  /** Cost so far, or the price with tax; null: not known yet. */
  cost: Nullable(Text),
  /** Amount that was captured of the reserved one; null: nothing yet. */
  captured: Nullable(Text),
  /** True if the reserved amount, or the rest of it, was released. */
  isreleased: Bool,
  /** True if no money moves. */
  trial: Bool,
  /** Energy in Wh, power in W, state of charge in %. */
  energy: Nullable(Num),
  soc: Nullable(Num),
  charging: Nullable(Num),
  /** Idle fee that follows or applies while the vehicle does not charge, also after the session. */
  idlefee: Nullable(IdleFee),
  started: Nullable(Instant),
  stopped: Nullable(Instant),
  readingsat: Nullable(Instant),
  /** About when the reserved amount is used up; null if the values do not support an estimate. */
  ends: Nullable(Instant),
  /** Number of signed meter values of the session; 0 while it is running. */
  signed: Int,
  invoice: Nullable(Text),
  /** Signed address of the invoice as PDF. */
  document: Nullable(Text),
  /** True if the link is sent by email after the session. */
  ismailed: Bool,
  /** Until when the link can be opened; null while the charge is open. */
  until: Nullable(Instant),
})

export const guestChargeGet = endpoint({
  ...open,
  path: '/guest/charge/get',
  summary: 'State, live values and receipt of the charge with this link',
  // polled by pages, and mobile networks share addresses
  maxPerMinute: 600,
  body: Type.Object({ secret: Secret }, closed),
  answer: GuestCharge,
})

export const guestChargeSigned = endpoint({
  ...open,
  path: '/guest/charge/signed/get',
  summary: 'Signed meter values of the session with this link as reported, in the order of time',
  maxPerMinute: 10,
  body: Type.Object({ secret: Secret }, closed),
  answer: Type.Object({
    /** Number of the session, which the file of the values has. */
    number: Int,
    values: Type.Array(Type.Pick(SignedValue, ['context', 'value', 'publickey'])),
  }),
})

export const guestChargeStart = endpoint({
  ...open,
  path: '/guest/charge/start',
  summary:
    'Request the station again to start, after a start that failed. A repeated id starts nothing again',
  maxPerMinute: 10,
  body: Type.Object({ secret: Secret, id: Id }, closed),
  answer: GuestCharge,
})

export const guestChargeStop = endpoint({
  ...open,
  path: '/guest/charge/stop',
  summary: 'Request the station to stop the session with this link',
  maxPerMinute: 10,
  body: Type.Object({ secret: Secret }, closed),
  answer: Type.Object({
    /** `confirmed`: the station accepted. `refused`: it did not. `silent`: it has not answered. */
    result: Words(['confirmed', 'refused', 'silent'] as const),
  }),
})

export const guestChargeRelease = endpoint({
  ...open,
  path: '/guest/charge/release',
  summary: 'Give up a charge that has not started: the reserved amount is released',
  maxPerMinute: 10,
  body: Type.Object({ secret: Secret }, closed),
  answer: GuestCharge,
})

export const guestChargeMail = endpoint({
  ...open,
  path: '/guest/charge/mail',
  summary: 'Send the link of a charge by email, after its session with the receipt',
  maxPerMinute: 5,
  body: Type.Object({ secret: Secret, email: Email }, closed),
  answer: GuestCharge,
})

const GuestSettings = Type.Object({
  isenabled: Bool,
  currency: Text,
  amounts: Type.Array(Text),
  phone: Nullable(Text),
  /** Codes of the errors that prevent charging without an account. */
  problems: Type.Array(Text),
  /** Connectors of public stations, and those that have a code. */
  connectors: Int,
  codes: Int,
})

export const guestSettings = endpoint({
  path: '/guest/settings/get',
  subject,
  summary: 'Settings of charging without an account',
  may: 'operator',
  use: sees('seller'),
  body: Type.Object({}, closed),
  answer: GuestSettings,
})

export const guestSettingsSet = endpoint({
  path: '/guest/settings/set',
  subject,
  summary: 'Switch charging without an account on or off, and set the amounts to reserve',
  may: 'operator',
  use: updates('seller'),
  body: Type.Object(
    {
      isenabled: Bool,
      currency: Type.String({ pattern: '^[A-Z]{3}$' }),
      amounts: Type.Array(Amount, { minItems: 1, maxItems: maxGuestAmounts }),
      phone: Optional(Nullable(Type.String({ maxLength: 40 }))),
    },
    closed,
  ),
  answer: GuestSettings,
})

export const guestLabelPrint = endpoint({
  path: '/guest/label/print',
  subject,
  summary: 'Sheet with the QR labels of the connectors of stations, or of all stations of a site, as PDF',
  may: 'operator',
  use: updates('charge_point', stationAreas),
  names: 'nothing',
  query: true,
  maxPerMinute: 30,
  body: Type.Object(
    {
      stations: Optional(Type.Array(Id, { minItems: 1, maxItems: maxGuestLabels })),
      site: Optional(Id),
      locale: Words(locales),
    },
    closed,
  ),
  answer: Type.Object({ name: Text, labels: Int, /** PDF in base64. */ data: Text }),
})

export const guestCodeRenew = endpoint({
  path: '/guest/code/renew',
  subject,
  summary: 'Give the connectors of a station new codes: labels that were printed before no longer work',
  may: 'operator',
  use: updates('charge_point', stationAreas),
  body: Type.Object({ id: Id }, closed),
  answer: Type.Object({ renewed: Int }),
})
