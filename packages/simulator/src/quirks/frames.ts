import type { Payload } from '../station/payload.ts'
import type { Quirk } from './hooks.ts'
import { cycle } from './cycle.ts'

const firstId = 1_000_001

/** Converts enum values of the standard to lower case, at any depth. */
function lowerCase(payload: Payload): Payload {
  const words = ['status', 'errorCode', 'reason']
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [
      name,
      words.includes(name) && typeof value === 'string' ? value.toLowerCase() : value,
    ]),
  )
}

/** Returns a configuration value in the wrong type that careless firmware sends. */
function untyped(value: unknown): unknown {
  if (value === 'true' || value === 'false') return value === 'true'
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
}

/** Quirks of frames and their content. */
export const frameQuirks: readonly Quirk[] = [
  {
    name: 'Q3',
    meaning: 'Starts its message ids at the same number on each connection; a boot is always 1000001',
    make: () => {
      let last = firstId
      return {
        opened: () => {
          last = firstId
        },
        messageId: (action) => String(action === 'BootNotification' ? firstId : ++last),
      }
    },
  },
  {
    name: 'Q15',
    meaning: 'Has serial numbers of 26 and 34 characters',
    make: () => ({
      call: (action, payload) =>
        action === 'BootNotification'
          ? {
              ...payload,
              chargePointSerialNumber: 'S'.repeat(26),
              chargeBoxSerialNumber: 'B'.repeat(34),
            }
          : payload,
    }),
  },
  {
    name: 'Q16',
    meaning: 'Sends info of over 50 characters, or the word null, and a vendor code of 32 digits',
    make: () => {
      const info = cycle('Connector temperature sensor reads an implausible value on phase two', 'null')
      return {
        call: (action, payload) =>
          action === 'StatusNotification'
            ? { ...payload, info: info(), vendorErrorCode: '0'.repeat(31) + '7' }
            : payload,
      }
    },
  },
  {
    name: 'Q17',
    meaning: 'Calls every fault "Error"',
    make: () => ({
      call: (action, payload) =>
        action === 'StatusNotification' && payload['errorCode'] !== 'NoError'
          ? { ...payload, errorCode: 'Error' }
          : payload,
    }),
  },
  {
    name: 'Q28',
    meaning: 'Sends members that the schemas forbid',
    make: () => ({
      call: (action, payload) =>
        action === 'Authorize' ? { ...payload, connectorId: 1 } : { ...payload, customField: 'x' },
    }),
  },
  {
    name: 'Q29',
    meaning: 'Answers GetConfiguration with numbers and booleans as values',
    make: () => ({
      result: (action, payload) => {
        const keys = payload['configurationKey']
        if (action !== 'GetConfiguration' || !Array.isArray(keys)) return payload
        return {
          ...payload,
          configurationKey: keys.map((each: Payload) => ({ ...each, value: untyped(each['value']) })),
        }
      },
    }),
  },
  {
    name: 'Q30',
    meaning: 'Truncates its answers, or starts a list with a comma',
    make: () => {
      const broken = cycle(
        (text: string) => text.slice(0, -3),
        (text: string) => (text.includes('[{') ? text.replace('[{', '[,{') : `[,${text.slice(1)}`),
      )
      return { resultText: (text) => broken()(text) }
    },
  },
  {
    name: 'lower-case-words',
    meaning: 'Writes statuses, error codes and reasons in lower case',
    make: () => ({ call: (_action, payload) => lowerCase(payload) }),
  },
]
