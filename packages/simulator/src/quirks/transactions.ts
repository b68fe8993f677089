import type { Payload } from '../station/payload.ts'
import type { Quirk, QuirkHooks } from './hooks.ts'
import { cycle } from './cycle.ts'

const start = 'StartTransaction'
const stop = 'StopTransaction'

/** Returns hooks that change the payload of one action. */
const changing =
  (action: string, change: (payload: Payload) => Payload): (() => QuirkHooks) =>
  () => ({ call: (sent, payload) => (sent === action ? change(payload) : payload) })

const without = (payload: Payload, ...names: readonly string[]): Payload =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !names.includes(name)))

const plus = (value: unknown, by: number): number => Number(value) + by

/** Quirks of starts, stops and cards. */
export const transactionQuirks: readonly Quirk[] = [
  {
    name: 'Q1',
    meaning: 'Stops transaction -1 or 0',
    make: () => {
      const number = cycle(-1, 0)
      return changing(stop, (payload) => ({ ...payload, transactionId: number() }))()
    },
  },
  {
    name: 'Q2',
    meaning: 'Stops every transaction with the number 9223372036854775807',
    make: () => ({
      callText: (text) => text.replace(/"transactionId":-?\d+/, '"transactionId":9223372036854775807'),
    }),
  },
  {
    name: 'Q4',
    meaning: 'Sends each start twice in a row, with the same message id or with a new one',
    make: () => {
      const sameId = cycle(true, false)
      return {
        sent: ({ action, payload, text }, tools) => {
          if (action !== start) return
          if (sameId()) tools.sendText(text)
          else tools.sendCall(start, payload)
        },
      }
    },
  },
  {
    name: 'Q22',
    meaning: 'Repeats the start value at the stop',
    make: () => {
      let starts: number[] = []
      return {
        call: (action, payload) => {
          if (action === start) starts.push(Number(payload['meterStart']))
          if (action !== stop) return payload
          // A stop does not name its connector; its start is the one with the highest meter value below.
          const own = Math.max(...starts.filter((each) => each <= Number(payload['meterStop'])))
          starts = starts.filter((each) => each !== own)
          return Number.isFinite(own) ? { ...payload, meterStop: own } : payload
        },
      }
    },
  },
  {
    name: 'Q23',
    meaning: 'Leaves meterStart out of a start, or writes null',
    make: () => {
      const isNull = cycle(false, true)
      return changing(start, (payload) =>
        isNull() ? { ...payload, meterStart: null } : without(payload, 'meterStart'),
      )()
    },
  },
  {
    name: 'Q24',
    meaning: 'Repeats the card at the stop with control characters, or a dash, appended',
    make: () => {
      const tail = cycle('\u0010\u000e', '-')
      return changing(stop, (payload) =>
        typeof payload['idTag'] === 'string' ? { ...payload, idTag: payload['idTag'] + tail() } : payload,
      )()
    },
  },
  {
    name: 'Q25',
    meaning: 'Starts with a card full of back-slashes, or without one',
    make: () => {
      const idTag = cycle('\\\\04\\A1\\', '')
      return changing(start, (payload) => ({ ...payload, idTag: idTag() }))()
    },
  },
  {
    name: 'Q26',
    meaning: 'Never sends idTag and reason of a stop',
    make: changing(stop, (payload) => without(payload, 'idTag', 'reason')),
  },
  { name: 'Q27', meaning: 'Starts without authorizing the card', trait: 'never-authorises' },
  {
    name: 'Q38',
    meaning: 'Sends each stop again, twice, with another time and meter value',
    make: () => ({
      sent: ({ action, payload }, tools) => {
        if (action !== stop) return
        for (const [delayMs, byWh] of [
          [150, 10],
          [400, 25],
        ] as const)
          tools.later(delayMs, () =>
            tools.sendCall(stop, {
              ...payload,
              meterStop: plus(payload['meterStop'], byWh),
              timestamp: tools.stamp(tools.device.clock.now()),
            }),
          )
      },
    }),
  },
  {
    name: 'Q39',
    meaning: 'Starts a second time on a busy connector',
    make: () => ({
      sent: ({ action, payload }, tools) => {
        if (action !== start) return
        tools.later(300, () =>
          tools.sendCall(start, {
            ...payload,
            meterStart: plus(payload['meterStart'], 1),
            timestamp: tools.stamp(tools.device.clock.now()),
          }),
        )
      },
    }),
  },
  {
    name: 'Q40',
    meaning: 'Stops a transaction that another server started',
    make: () => {
      let isDone = false
      return {
        accepted: ({ device, queue, stamp }) => {
          if (isDone) return
          isDone = true
          const payload = {
            meterStop: device.connectors[0]?.meter.wh ?? 0,
            timestamp: stamp(device.clock.now()),
            transactionId: device.random.whole(700_000, 799_999),
            reason: 'Local',
          }
          queue({ action: stop, isReading: false, payload: () => payload, answered: () => {} })
        },
      }
    },
  },
  {
    name: 'Q46',
    meaning: 'Writes the same card in lower or upper case, or without its last byte',
    make: () => {
      const read = cycle(
        (idTag: string) => idTag.toLowerCase(),
        (idTag: string) => idTag.toUpperCase(),
        (idTag: string) => idTag.slice(0, -2),
        (idTag: string) => idTag,
      )
      return {
        call: (_action, payload) =>
          typeof payload['idTag'] === 'string' ? { ...payload, idTag: read()(payload['idTag']) } : payload,
      }
    },
  },
  {
    name: 'text-transaction-id',
    meaning: 'Writes the number of a transaction as text',
    make: () => ({
      call: (_action, payload) =>
        'transactionId' in payload
          ? { ...payload, transactionId: String(payload['transactionId']) }
          : payload,
    }),
  },
]
