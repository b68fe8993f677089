import { Type } from 'typebox'
import { businessObjectEndpoints, clientRef, optionalText } from './business-object.ts'
import { Id, Int, Nullable, objectColumns, ObjectMethods, Optional, Text } from './shapes.ts'

export const Car = Type.Object({
  ...objectColumns,
  /** Number plate. */
  identity: Text,
  label: Nullable(Text),
  description: Nullable(Text),
  ...clientRef,
  make: Nullable(Text),
  model: Nullable(Text),
  /** Vehicle identification number. */
  vin: Nullable(Text),
  /** Kind of plug. */
  charger: Nullable(Text),
  /** Usable energy of the battery in Wh. */
  battery: Nullable(Int),
  tags: Type.Array(Text),
  methods: ObjectMethods,
  version_no: Int,
})

const car = businessObjectEndpoints('car', {
  subject: 'Cars',
  one: 'car',
  row: Car,
  // drivers see and change their own
  may: 'user',
  fields: {
    identity: Optional(Type.String({ minLength: 1, maxLength: 20 })),
    label: optionalText(120),
    /** A new car requires a client; that of users of a client is their own. Cars of drivers may have none. */
    client: Optional(Id),
    make: optionalText(60),
    model: optionalText(60),
    vin: Optional(Nullable(Type.String({ pattern: '^[A-HJ-NPR-Z0-9]{17}$' }))),
    charger: optionalText(60),
    battery: Optional(Nullable(Type.Integer({ minimum: 1, maximum: 2_000_000 }))),
  },
})
export const carList = car.list
export const carCount = car.count
export const carGet = car.get
export const carSet = car.set
export const carMethod = car.method
export const carType = car.type
