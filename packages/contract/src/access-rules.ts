import { Type } from 'typebox'
import { businessObjectEndpoints, objectCode, clientRef } from './business-object.ts'
import {
  Bool,
  closed,
  Id,
  Instant,
  Int,
  Nullable,
  objectColumns,
  ObjectMethods,
  Optional,
  Text,
  TimeOfDay,
  Words,
} from './shapes.ts'

/** Maximum number of weekly periods of a rule. */
export const maxRuleTimes = 10

export const accessEffects = ['allow', 'deny'] as const

const Tag = Optional(Nullable(Type.String({ maxLength: 64 })))

const RuleTimes = Type.Array(
  Type.Object(
    {
      /** 1 is Monday, 7 is Sunday. */
      days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7 }),
      from: TimeOfDay,
      /** 00:00 is the end of the day; an end that is not after the start is on the next day. */
      to: TimeOfDay,
    },
    closed,
  ),
  { maxItems: maxRuleTimes },
)

/**
 * A rule that allows or denies charging. It names at most one of card, tag of cards and client of cards (none: all
 * cards), and at most one of network, site, station and tag of stations (none: all stations).
 */
export const AccessRule = Type.Object({
  ...objectColumns,
  /** Number of the rule. */
  code: Text,
  label: Text,
  description: Nullable(Text),
  /** Client that owns the rule; its rules can only restrict what the operator allows. */
  ...clientRef,
  effect: Words(accessEffects),
  card: Nullable(Id),
  cardcode: Nullable(Text),
  cardname: Nullable(Text),
  cardtag: Nullable(Text),
  cardclient: Nullable(Id),
  cardclientname: Nullable(Text),
  /** Reference of the kind `network`. */
  network: Nullable(Id),
  networkname: Nullable(Text),
  site: Nullable(Id),
  sitelabel: Nullable(Text),
  station: Nullable(Id),
  identity: Nullable(Text),
  /** Connector of the station; null: all. */
  connectorid: Nullable(Int),
  stationtag: Nullable(Text),
  /** Weekly periods in the time zone of the station; null: at all times. */
  times: Nullable(RuleTimes),
  validfrom: Nullable(Instant),
  validto: Nullable(Instant),
  /** True if it does not apply at all times. */
  islimited: Bool,
  tags: Type.Array(Text),
  methods: ObjectMethods,
  version_no: Int,
})

const rule = businessObjectEndpoints('access_rule', {
  subject: 'Access rules',
  one: 'access rule',
  row: AccessRule,
  fields: {
    code: objectCode,
    label: Optional(Type.String({ minLength: 1, maxLength: 120 })),
    client: Optional(Nullable(Id)),
    effect: Optional(Words(accessEffects)),
    card: Optional(Nullable(Id)),
    cardtag: Tag,
    cardclient: Optional(Nullable(Id)),
    network: Optional(Nullable(Id)),
    site: Optional(Nullable(Id)),
    station: Optional(Nullable(Id)),
    connectorid: Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1_000 }))),
    stationtag: Tag,
    times: Optional(Nullable(RuleTimes)),
    validfrom: Optional(Nullable(Instant)),
    validto: Optional(Nullable(Instant)),
  },
})
export const accessRuleList = rule.list
export const accessRuleCount = rule.count
export const accessRuleGet = rule.get
export const accessRuleSet = rule.set
export const accessRuleMethod = rule.method
export const accessRuleType = rule.type
