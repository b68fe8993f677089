import { Type } from 'typebox'
import { businessObjectEndpoints, clientRef, optionalText } from './business-object.ts'
import { noClassIn, peopleAreas, sees, updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  Bool,
  closed,
  Done,
  Id,
  Instant,
  Int,
  JustId,
  Nullable,
  objectColumns,
  ObjectMethods,
  Optional,
  Text,
} from './shapes.ts'

const subject = 'Cars'

/** Persons who may charge a car besides its owner. */
export const maxDriversOfCar = 20

export const Car = Type.Object({
  ...objectColumns,
  /** Number plate. */
  identity: Text,
  label: Nullable(Text),
  description: Nullable(Text),
  ...clientRef,
  /** User name of the driver to whom it belongs. */
  driver: Nullable(Text),
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
  subject,
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

/** A person who may charge a car besides its owner. */
const CarDriver = Type.Object({
  id: Id,
  /** User name or e-mail address, as it was entered. */
  name: Text,
  created: Instant,
  /** User name of the person. Null: there is none so far, or the caller is a driver, to whom it is not shown. */
  username: Nullable(Text),
})

export const carDriverList = endpoint({
  path: '/car/driver/list',
  subject,
  summary: 'Persons who may charge a car besides its owner; drivers see them only for their own cars',
  may: 'user',
  use: sees('car', peopleAreas),
  body: JustId,
  answer: Type.Array(CarDriver),
})

export const carDriverAdd = endpoint({
  path: '/car/driver/add',
  subject,
  summary:
    'Permit a person to charge a car, by user name or e-mail address. The answer is the same whether or not such a user exists; an address is also for a user who confirms it later',
  may: 'user',
  use: updates('car'),
  maxPerMinute: 20,
  body: Type.Object({ id: Id, name: Type.String({ minLength: 1, maxLength: 254 }) }, closed),
  answer: Done,
})

export const carDriverDelete = endpoint({
  path: '/car/driver/delete',
  subject,
  summary: 'Permit a person no longer to charge a car; a running session continues',
  may: 'user',
  use: updates('car'),
  body: Type.Object({ id: Id, driver: Id }, closed),
  answer: Done,
})

/** A car that the caller may charge. */
const ChargeableCar = Type.Object({
  id: Id,
  /** Number plate. */
  identity: Text,
  label: Nullable(Text),
  /** Kind of plug. */
  charger: Nullable(Text),
  /** True if the car belongs to the caller. */
  own: Bool,
  /** Who shares the car: name of its owner, client or operator; null for an own car. */
  sharedby: Nullable(Text),
  /** Persons on the list of an own car; null for a shared one. */
  drivers: Nullable(Int),
  /** When the caller last chose the car for a start, within 30 days. */
  lastused: Nullable(Instant),
})

export const driverCarList = endpoint({
  path: '/driver/car/list',
  subject,
  summary: 'Cars that the caller may charge: own ones and those that others share, the last used first',
  may: 'user',
  use: sees('car', ['driver']),
  names: 'nothing',
  body: Type.Object({}, closed),
  answer: Type.Array(ChargeableCar),
})

export const driverCarLeave = endpoint({
  path: '/driver/car/leave',
  subject,
  summary: 'Give up the right to charge a car of another person',
  may: 'user',
  use: noClassIn(['driver']),
  // the caller's own right, whatever is requested; car-drivers.test.ts checks it
  names: 'nothing',
  body: JustId,
  answer: Done,
})
