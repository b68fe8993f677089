import { type Static, Type } from 'typebox'
import { businessObjectEndpoints, objectCode, clientRef, optionalText } from './business-object.ts'
import { sees } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { importEndpoints } from './imports.ts'
import {
  Bool,
  closed,
  Id,
  Instant,
  Int,
  JustId,
  Nullable,
  Num,
  objectColumns,
  ObjectMethods,
  Optional,
  Text,
  TimeOfDay,
} from './shapes.ts'

/** Maximum number of opening periods in a week: four a day. */
export const maxOpeningPeriods = 28

/** Opening hours in the form of OCPI 2.3 (Hours): always, or periods per weekday in local time. */
export const OpeningHours = Type.Object(
  {
    twentyfourseven: Bool,
    regular_hours: Optional(
      Type.Array(
        Type.Object(
          {
            /** 1 is Monday, 7 is Sunday. */
            weekday: Type.Integer({ minimum: 1, maximum: 7 }),
            period_begin: TimeOfDay,
            /** 00:00 is the end of the day. */
            period_end: TimeOfDay,
          },
          closed,
        ),
        { maxItems: maxOpeningPeriods },
      ),
    ),
  },
  closed,
)

export type OpeningHours = Static<typeof OpeningHours>

/** Maximum number of contacts of a site. */
export const maxSiteContacts = 20

const contactText = (maxLength: number) => Nullable(Type.String({ maxLength }))

const contactParts = {
  name: contactText(120),
  /** What the person does at the site, such as facility manager. */
  role: contactText(120),
  phone: contactText(40),
  email: contactText(254),
  /** ISO 639-1. */
  language: Nullable(Type.String({ pattern: '^[a-z]{2}$' })),
  /** When the contact can be reached. */
  hours: contactText(120),
  note: contactText(500),
}

const SiteContact = Type.Object(contactParts)
const SiteContactBody = Type.Partial(Type.Object(contactParts, closed), closed)

export const Site = Type.Object({
  ...objectColumns,
  /** Number of the site, unique within its account. */
  code: Text,
  label: Text,
  description: Nullable(Text),
  ...clientRef,
  /** Reference of the kind `network`. */
  network: Nullable(Id),
  networkcode: Nullable(Text),
  networkname: Nullable(Text),
  /** Street and house number. */
  address: Nullable(Text),
  postalcode: Nullable(Text),
  city: Nullable(Text),
  countrycode: Nullable(Text),
  timezone: Nullable(Text),
  openinghours: Nullable(OpeningHours),
  /** In the order in which they are called. */
  contacts: Type.Array(SiteContact),
  /** Of the first contact, as in exported and imported files. */
  contactname: Nullable(Text),
  contactphone: Nullable(Text),
  contactemail: Nullable(Text),
  /** Power in W that the connection to the grid allows. */
  gridlimit: Nullable(Int),
  lat: Nullable(Num),
  lng: Nullable(Num),
  tags: Type.Array(Text),
  stations: Int,
  /** Stations with a problem: faulted, offline after they had booted, or unresponsive. */
  problems: Int,
  /** Current W over all connectors of its stations. */
  power: Nullable(Num),
  methods: ObjectMethods,
  version_no: Int,
})

const site = businessObjectEndpoints('site', {
  subject: 'Sites',
  one: 'site',
  row: Site,
  fields: {
    code: objectCode,
    label: Optional(Type.String({ minLength: 1, maxLength: 120 })),
    client: Optional(Nullable(Id)),
    network: Optional(Nullable(Id)),
    address: optionalText(200),
    postalcode: optionalText(20),
    city: optionalText(100),
    /** ISO 3166-1 alpha-2. */
    countrycode: Optional(Nullable(Type.String({ pattern: '^[A-Z]{2}$' }))),
    timezone: optionalText(60),
    openinghours: Optional(Nullable(OpeningHours)),
    contacts: Optional(Type.Array(SiteContactBody, { maxItems: maxSiteContacts })),
    /** The three fields set the first contact unless there are `contacts`. */
    contactname: optionalText(120),
    contactphone: optionalText(40),
    contactemail: optionalText(254),
    gridlimit: Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000 }))),
    lat: Optional(Nullable(Type.Number({ minimum: -90, maximum: 90 }))),
    lng: Optional(Nullable(Type.Number({ minimum: -180, maximum: 180 }))),
  },
})
export const siteList = site.list
export const siteCount = site.count
export const siteGet = site.get
export const siteSet = site.set
export const siteMethod = site.method
export const siteType = site.type

const siteImport = importEndpoints('site', { subject: 'Sites', many: 'sites' })
export const siteImportCheck = siteImport.check
export const siteImportRun = siteImport.run

export const siteFigures = endpoint({
  path: '/site/figures',
  subject: 'Sites',
  summary: 'Power, energy, sessions and problems of the stations at a site now',
  may: 'operator',
  use: sees('site'),
  body: JustId,
  answer: Type.Object({
    /** Current W over all connectors. */
    power: Num,
    /** Wh since midnight UTC. */
    energytoday: Num,
    running: Int,
    connectors: Int,
    stations: Int,
    /** Stations with a problem: faulted, offline after they had booted, or unresponsive. */
    problems: Int,
  }),
})

/** Length of the parts of time over which the power of a site is averaged, in ms. */
export const sitePowerStepMs = 900_000
/** Maximum length of the period of which the power of a site is shown, in days. */
export const maxSitePowerDays = 7

export const sitePower = endpoint({
  path: '/site/power',
  subject: 'Sites',
  summary:
    'Average power of a site in W per quarter of an hour, from the meter values of its sessions; 0 without a session, null if a session reported no power',
  may: 'operator',
  use: sees('site'),
  query: true,
  body: Type.Object(
    {
      ...JustId.properties,
      /** By default the last 24 hours; both are moved back to a quarter of an hour. */
      from: Optional(Instant),
      to: Optional(Instant),
    },
    closed,
  ),
  answer: Type.Object({
    from: Instant,
    to: Instant,
    /** Beginnings of the parts, in ms since 1970. */
    at: Type.Array(Int),
    power: Type.Array(Nullable(Num)),
  }),
})
