import { type FieldSchema, type ObjectSchema, schemas16 } from '@stationmaster/ocpp/fixtures'
import { stationActions16 } from '@stationmaster/ocpp/v16'
import type { Random } from '@stationmaster/simulator'
import { clientFrame } from './raw-socket.ts'

/** A frame of a station and what it must cause: `answer` to its id or a close, or only no harm. */
export interface FuzzedFrame {
  text: string | Buffer
  expects: 'answer' | 'no harm'
}

const texts = [
  'A', 'NoError', '', ' ', '\u0000', '\ud800', '\u202eevil', '%s%n', "'; drop table stations; --", '<script>', '../../etc',
  'ß\u0130\ufb03', '\\', '"', '\r\n', '2026-02-30T25:61:00Z', '-1', '1e400', '😀'.repeat(20), 'x'.repeat(255), 'x'.repeat(5_000),
] // biome-ignore format: one list
const numbers = [0, -0, -1, 1, 2, 255, 65_536, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1.5, 1e-7, -1e300]
/** Numbers that JSON can express and a double cannot. */
const rawNumbers = ['9223372036854775807', '1e400', '-1e-400', '0.1e1', '1'.repeat(400)]
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '\u0000', 'IdTag', 'idtag']
const times = [
  '1970-01-01T00:00:00Z', '2000-01-01T00:00:00.123456789Z', '2038-01-19T03:14:08+02', '9999-12-31T23:59:59Z', '2026-11-27 10:00',
  '0001-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', '2026-11-27T10:00:00+25:00',
] // biome-ignore format: one list

const oddText = (random: Random): string => random.pick(random.chance(0.2) ? times : texts)

/** Returns a value that the schema allows. */
function valid(schema: FieldSchema, random: Random): unknown {
  switch (schema.type) {
    case 'object':
      return validObject(schema, random)
    case 'array':
      return Array.from({ length: random.whole(1, 3) }, () => valid(schema.items, random))
    case 'boolean':
      return random.chance(0.5)
    case 'integer':
    case 'number':
      return random.whole(0, 3)
    case 'string':
      if (schema.enum) return random.pick(schema.enum)
      if (schema.format === 'date-time')
        return new Date(Date.now() - random.whole(0, 86_400_000)).toISOString()
      return random.pick(['1', 'TAG', '12.5', 'text']).slice(0, schema.maxLength)
  }
}

function validObject({ properties = {}, required = [] }: ObjectSchema, random: Random) {
  const members = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(0.5))
  return Object.fromEntries(members.map(([name, schema]) => [name, valid(schema, random)]))
}

/** Returns a value of any kind and size. */
function anything(random: Random, depth = 0): unknown {
  switch (random.whole(0, depth > 3 ? 3 : 6)) {
    case 0:
      return null
    case 1:
      return random.chance(0.5)
    case 2:
      return random.pick(numbers)
    case 3:
    case 4:
      return oddText(random)
    case 5:
      return Array.from({ length: random.whole(0, 4) }, () => anything(random, depth + 1))
    default:
      return Object.fromEntries(
        Array.from({ length: random.whole(0, 4) }, () => [random.pick(names), anything(random, depth + 1)]),
      )
  }
}

/** Changes one place of a value: removes, adds or replaces a member or an element. */
function nearlyValid(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return anything(random)
  const entries: [string, unknown][] = Object.entries(value)
  const at = random.whole(0, Math.max(0, entries.length - 1))
  const entry = entries[at]
  if (!entry || random.chance(0.15)) entries.push([random.pick(names), anything(random)])
  else if (random.chance(0.2)) entries.splice(at, 1)
  else if (random.chance(0.1)) entries.push([entry[0].toUpperCase(), entry[1]])
  else entry[1] = nearlyValid(entry[1], random)
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries)
}

/** Replaces one number of a text by one that a double cannot express. */
const withRawNumber = (text: string, random: Random): string =>
  text.replace(/(?<=:)\d+(?=[,}])/, () => random.pick(rawNumbers))

function hostile(id: string, random: Random): string | Buffer {
  const call = JSON.stringify([2, id, random.pick(stationActions16), {}])
  switch (random.whole(0, 11)) {
    case 0:
      return call.slice(0, random.whole(0, call.length - 1))
    case 1:
      return Buffer.from(Array.from({ length: random.whole(1, 300) }, () => random.whole(0, 255)))
    case 2:
      return `[2,"${id}","DataTransfer",${'['.repeat(random.whole(1, 50_000))}`
    case 3:
      return `[2,"${id}","DataTransfer",{"data":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}]`
    case 4:
      return `[2,"${id}","Authorize",{${Array.from({ length: random.whole(1, 5_000) }, (_, n) => `"k${n}":${n}`).join()}}]`
    case 5:
      return JSON.stringify([random.pick([3, 4]), oddText(random), anything(random), anything(random)])
    case 6:
      return JSON.stringify([random.pick([0, 1, 5, 6, 99, -2, '2', null, [2]]), id, 'Heartbeat', {}])
    case 7:
      return JSON.stringify([2, anything(random), anything(random), anything(random)])
    case 8:
      return JSON.stringify(anything(random))
    case 9:
      return `[2,"${id}","Heartbeat",{"a":1,"a":2,"__proto__":{"isAdmin":true}}]`
    case 10:
      return Buffer.concat([
        Buffer.from('[2,"u","Heartbeat",{"a":"'),
        Buffer.from([0xc3, 0x28]),
        Buffer.from('"}]'),
      ])
    default:
      return `${' '.repeat(random.whole(0, 70_000))}${call}`
  }
}

/** Returns the next frame of a station: valid, nearly valid or hostile. */
export function drawFrame(id: string, random: Random): FuzzedFrame {
  const kind = random.next()
  if (kind >= 0.75) return { text: hostile(id, random), expects: 'no harm' }
  const action = random.pick(stationActions16)
  const payload = validObject(schemas16[action].request, random)
  const text = JSON.stringify([2, id, action, kind < 0.3 ? payload : nearlyValid(payload, random)])
  return { text: random.chance(0.1) ? withRawNumber(text, random) : text, expects: 'answer' }
}

/** Returns bytes below the level of messages: frames that the protocol of WebSockets forbids, or many small ones. */
export function drawBytes(random: Random): Buffer {
  const call = Buffer.from('[2,"raw","Heartbeat",{}]')
  switch (random.whole(0, 6)) {
    case 0:
      return clientFrame(1, call, true, random.whole(1, 7))
    case 1:
      return clientFrame(random.pick([3, 4, 7, 11, 15]), call)
    case 2:
      // without a mask
      return Buffer.concat([Buffer.from([0x81, call.length]), call])
    case 3:
      // a length beyond everything
      return Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])
    case 4:
      return Buffer.concat(
        Array.from({ length: 300 }, (_, n) => clientFrame(n === 0 ? 1 : 0, Buffer.from(' '), false)),
      )
    case 5:
      // a close with an invalid code and text
      return clientFrame(8, Buffer.from([0, random.whole(0, 255), 0xff, 0xfe]))
    default:
      return Buffer.from(Array.from({ length: random.whole(1, 2_000) }, () => random.whole(0, 255)))
  }
}
