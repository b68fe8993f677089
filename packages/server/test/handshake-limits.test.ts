import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { refusedHandshake } from './raw-station.ts'
import { TestGateway } from './test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => void (gateway = await TestGateway.open({ trustProxy: true })))
afterAll(() => gateway.close())

let networks = 0
/** Returns an address that no other test uses. */
const anAddress = () => ({ 'x-forwarded-for': `10.8.0.${++networks}` })

const guess = async (identity: string, headers: Record<string, string>) =>
  (await refusedHandshake({ url: gateway.url, identity, key: 'a wrong key', headers })).status

/** Sends handshakes that fail together, and returns the response of each. */
const guesses = (count: number, identityOf: (n: number) => string, headers: Record<string, string>) =>
  Promise.all(Array.from({ length: count }, (_, n) => guess(identityOf(n), headers)))

/** Counts the database statements for connecting stations, and the identities in them. */
async function lookUpsDuring(
  work: () => Promise<unknown>,
): Promise<{ statements: number; identities: string[] }> {
  const spy = vi.spyOn(gateway.fresh.pool, 'query')
  try {
    await work()
    const asked = spy.mock.calls as unknown as [text: unknown, values: unknown[]][]
    const found = asked.filter(([text]) => String(text).includes('station_keys k'))
    return { statements: found.length, identities: found.flatMap(([, values]) => values.at(-1) as string[]) }
  } finally {
    spy.mockRestore()
  }
}

describe('a correct key is accepted however many handshakes have failed', () => {
  // Proves H5
  test('from the same address for other identities', async () => {
    const headers = anAddress()
    const station = await gateway.addStation()
    expect(new Set(await guesses(70, (n) => `no-such-${networks}-${n}`, headers))).not.toContain(101)
    expect(await guess('no-such', headers)).toBe(429)
    const socket = await gateway.connect(station, { headers })
    await socket.call('Heartbeat', {})
    await socket.close()
  })

  // Proves H5
  test('from the same address for the same identity, while guesses are still limited', async () => {
    const headers = anAddress()
    const station = await gateway.addStation()
    await guesses(15, () => station.identity, headers)
    expect(await guess(station.identity, headers)).toBe(429)
    for (let n = 0; n < 3; n++) await (await gateway.connect(station, { headers })).close()
    await (await gateway.connect(station, { headers: anAddress() })).close()
  })

  // Proves H5, L40
  test('beside a flood of guesses from its own address', async () => {
    const headers = anAddress()
    const station = await gateway.addStation()
    const over = new AbortController()
    const flood = async () => {
      for (let n = 0; !over.signal.aborted; n++)
        await guess(n % 2 === 0 ? station.identity : `flood-${n}`, headers)
    }
    const floods = Array.from({ length: 20 }, flood)
    for (let n = 0; n < 5; n++) await (await gateway.connect(station, { headers })).close()
    over.abort()
    await Promise.all(floods)
  })

  test('for every station of a site that reconnects together, where one of them fails', async () => {
    const headers = anAddress()
    const stations = await Promise.all(Array.from({ length: 150 }, () => gateway.addStation()))
    await guess(stations[0]!.identity, headers)
    const sockets = await Promise.all(stations.map((station) => gateway.connect(station, { headers })))
    await Promise.all(sockets.map((socket) => socket.close()))
  })
})

describe('wrong guesses cost the database a bounded number of look-ups', () => {
  // Proves H5, L40
  test('for one identity from one address, at the same time', async () => {
    const headers = anAddress()
    const { identity } = await gateway.addStation()
    const found = await lookUpsDuring(async () => {
      const statuses = await guesses(300, () => identity, headers)
      expect(new Set(statuses)).toEqual(new Set([401, 429]))
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    })
    // ten that are not limited, and the look-ups that the limited ones share
    expect(found.identities.filter((one) => one === identity).length).toBeLessThan(25)
  })

  // Proves H5, L40
  test('for one identity from many addresses', async () => {
    const { identity } = await gateway.addStation()
    const found = await lookUpsDuring(() =>
      Promise.all(Array.from({ length: 100 }, () => guess(identity, anAddress()))),
    )
    expect(found.identities.filter((one) => one === identity).length).toBeLessThan(25)
  })

  // Proves H5, L40
  test('for many identities from one address', async () => {
    const headers = anAddress()
    await guesses(60, (n) => `first-${n}`, headers)
    const since = performance.now()
    const found = await lookUpsDuring(async () => {
      const statuses = await guesses(300, (n) => `then-${n}`, headers)
      expect(new Set(statuses)).toEqual(new Set([429]))
    })
    const elapsedMs = performance.now() - since
    expect(found.statements).toBeLessThanOrEqual(Math.ceil(elapsedMs / 250) + 1)
  })
})
