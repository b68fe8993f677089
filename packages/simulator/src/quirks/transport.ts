import type { Quirk } from './hooks.ts'
import { cycle } from './cycle.ts'

/**
 * A final text frame with all reserved bits set, masked and empty: every server must reject it (RFC 6455,
 * 5.2).
 */
const reservedBitsFrame = Uint8Array.of(0xf1, 0x80, 0, 0, 0, 0)
const framesUntilReservedBits = 12

/** Quirks of handshakes and connections. */
export const transportQuirks: readonly Quirk[] = [
  {
    name: 'Q5',
    meaning: 'Requests no subprotocol',
    make: () => ({ dial: (dial) => ({ ...dial, subprotocols: [] }) }),
  },
  {
    name: 'Q6',
    meaning: 'Leaves `Connection: Upgrade` out of its handshake',
    make: () => ({ dial: (dial) => ({ ...dial, asksForUpgrade: false }) }),
  },
  {
    name: 'Q7',
    meaning: 'Does not answer pings',
    make: () => ({ dial: (dial) => ({ ...dial, answersPings: false }) }),
  },
  {
    name: 'Q8',
    meaning: 'Opens its next socket before the last one is closed',
    trait: 'overlaps-sockets',
  },
  {
    name: 'Q9',
    meaning: 'Sends a frame with reserved bits set after a while, then connects again',
    make: () => {
      let frames = 0
      return {
        opened: () => {
          frames = 0
        },
        sent: (_call, tools) => {
          if (++frames === framesUntilReservedBits) tools.sendBytes(reservedBitsFrame)
        },
      }
    },
  },
  {
    name: 'Q44',
    meaning: 'Appends its identity to the link twice, then with a trailing slash, then correctly',
    make: () => ({
      dial: (dial, attempt, identity) => {
        const ends = [`/${encodeURIComponent(identity)}`, '/', '']
        return { ...dial, url: dial.url + (ends[(attempt - 1) % 3] ?? '') }
      },
    }),
  },
  {
    name: 'Q47',
    meaning: 'Offers OCPP 2.0.1 on one connection and 1.6 on the next',
    make: () => {
      const next = cycle(['ocpp2.0.1'], ['ocpp1.6'])
      return { dial: (dial) => ({ ...dial, subprotocols: next() }) }
    },
  },
  {
    name: 'Q48',
    meaning: 'Restarts whenever the connection to the server is lost',
    trait: 'reboots-on-loss',
  },
]
