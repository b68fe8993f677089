import { type Static, Type, type TEnum, type TObject, type TSchema } from 'typebox'

/** Schemas shared by all subjects. Objects reject unknown keys unless stated otherwise. */

export const closed = { additionalProperties: false } as const

export const Id = Type.String({ format: 'uuid', description: 'UUID v7' })
/** Time of day as HH:MM. */
export const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })
/** Day as YYYY-MM-DD. */
export const Day = Type.String({ format: 'date' })
/** Month as YYYY-MM. */
export const Month = (description = 'Year and month, such as 2026-10') =>
  Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$', description })
export const Instant = Type.String({ format: 'date-time', description: 'ISO 8601 with Z, milliseconds' })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const Optional = Type.Optional
export const Text = Type.String()
export const Int = Type.Integer()
/** Number of a transaction: positive, 32 bits, as in OCPP 1.6. */
export const TransactionNumber = Type.Integer({ minimum: 1, maximum: 0x7fffffff })
export const Num = Type.Number()
export const Bool = Type.Boolean()
/** One of a list of strings. The cast keeps them as literal types, which the library's overload loses. */
export const Words = <const T extends readonly string[]>(words: T) =>
  Type.Enum([...words]) as unknown as TEnum<[...T]>

/** Minimum and maximum length of a password; server and client count UTF-16 units. */
export const passwordLength = { minimum: 8, maximum: 256 } as const
/** New password. The server also rejects common passwords and the user's own name. */
export const NewPassword = Type.String({
  minLength: passwordLength.minimum,
  maxLength: passwordLength.maximum,
})

export const Empty = Type.Object({}, closed)
export const ById = Type.Object({ id: Id, fields: Optional(Type.Array(Text)) }, closed)
export const JustId = Type.Object({ id: Id }, closed)
export const Done = Type.Object({ result: Bool, message: Optional(Text) })

export const compareCodes = [
  'EQL',
  'NEQ',
  'LSS',
  'LEQ',
  'GTR',
  'GEQ',
  'LKE',
  'IKE',
  'GIN',
  'ISN',
  'INN',
  'PSX',
  'PIN',
] as const
export type CompareCode = (typeof compareCodes)[number]

/** Decimal text in the currency, with its number of digits; a number in spreadsheets. */
export const Amount = Type.String({ format: 'decimal' })
/** Amount in a request; not negative. */
export const AmountOfRequest = Type.String({ pattern: String.raw`^\d{1,12}(\.\d{1,4})?$` })

const Scalar = Type.Union([Text, Num, Bool, Type.Null()])

export const SearchTerm = Type.Object(
  {
    condition: Optional(Words(['AND', 'OR'] as const)),
    field: Text,
    compare: Optional(Words(compareCodes)),
    value: Optional(Scalar),
    valarr: Optional(Type.Array(Scalar)),
    lstr: Optional(Type.Literal('(')),
    rstr: Optional(Type.Literal(')')),
  },
  closed,
)

export const Filter = Type.Record(Text, Type.Union([Scalar, Type.Array(Scalar)]))

/**
 * List query of every `/list`, `/count` and `/sum`. `filter` compares for equality (or membership), `search`
 * is a chain of terms, `after` continues a keyset-paged list after the row with that cursor.
 */
export const ListQuery = Type.Object(
  {
    fields: Optional(Type.Array(Text)),
    filter: Optional(Filter),
    search: Optional(Type.Array(SearchTerm)),
    reclimit: Optional(Type.Integer({ minimum: 1, maximum: 5000 })),
    recoffset: Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    orderby: Optional(Type.Array(Text)),
    after: Optional(Text),
  },
  closed,
)
/** Fields of a search in parts, which has a position instead of pages. */
export const searchInParts = {
  filter: Optional(Filter),
  search: Optional(Type.Array(SearchTerm)),
  oldestfirst: Optional(Bool),
  reclimit: Optional(Type.Integer({ minimum: 1, maximum: 500 })),
}
export const Count = Type.Object({ count: Int })

/** Class, type and state of every object row. */
export const objectColumns = {
  id: Id,
  classcode: Text,
  typecode: Text,
  typename: Text,
  statecode: Text,
  statename: Text,
  statelabel: Text,
  statetypecode: Text,
  owner: Nullable(Id),
  created: Instant,
  lastupdate: Instant,
}

/**
 * Methods that the caller sees on an object, by their codes: null if possible now, otherwise the code of the
 * error that running it would return.
 */
export const ObjectMethods = Type.Record(Text, Nullable(Text))
export type ObjectMethods = Static<typeof ObjectMethods>

/** An error by its code. */
export const errorMembers = {
  code: Text,
  message: Text,
  params: Optional(Type.Record(Text, Type.Union([Text, Num]))),
}

/**
 * Format of every failure; `code` is one of the errors of the contract, and `params` are the values of its
 * message. Failures of `/oauth2/` are flat, with the same members beside `error` and `error_description`.
 */
export const Failure = Type.Object({
  error: Type.Object({
    ...errorMembers,
    field: Optional(Text),
    /** The refusal whose message is the parameter `reason`, such as that of an effect of a script. */
    cause: Optional(Type.Object(errorMembers)),
    correlation: Text,
  }),
})

/** Returns the columns of a row in a CSV file: all fields except its methods. */
export const columnsOf = ({ properties }: TObject): string[] =>
  Object.keys(properties).filter((name) => properties[name] !== ObjectMethods)

/** Site, network and tags of the station to which an object belongs. */
export const stationPlace = {
  site: Nullable(Id),
  sitename: Nullable(Text),
  networkname: Nullable(Text),
  stationtags: Type.Array(Text),
}
