import { expect, test } from 'vitest'
import { refusedHandshake } from './raw-station.ts'
import { TestGateway } from './test-gateway.ts'

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!

/**
 * Times two kinds of attempts in turn, so that other load on the machine affects both alike, and returns the
 * difference of their medians as a share of the longer one.
 */
async function apart(tries: number, kinds: [() => Promise<void>, () => Promise<void>]): Promise<number> {
  const times: [number[], number[]] = [[], []]
  for (let n = 0; n < tries; n++)
    for (const kind of n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const since = performance.now()
      await kinds[kind]()
      times[kind].push(performance.now() - since)
    }
  const [one, other] = times.map(median) as [number, number]
  return Math.abs(one - other) / Math.max(one, other)
}

/** A real difference shows in every round, a disturbance does not. */
async function expectAlike(tries: number, kinds: [() => Promise<void>, () => Promise<void>]): Promise<void> {
  // warms up what is created at the first attempt of each kind
  await apart(5, kinds)
  const rounds: number[] = []
  do rounds.push(await apart(tries, kinds))
  while (rounds.at(-1)! > 0.1 && rounds.length < 3)
  expect(rounds.at(-1), `medians apart in each round: ${rounds.join(', ')}`).toBeLessThanOrEqual(0.1)
}

// Proves H4
test('a wrong key takes as long for a station that exists as for one that does not', async () => {
  const gateway = await TestGateway.open({ trustProxy: true })
  try {
    const { identity } = await gateway.addStation()
    const key = 'a'.repeat(40)
    let callers = 0
    const handshakeOf = (name: string) => async () => {
      // a separate address: one that fails often is rate limited
      const from = `10.${callers >> 16}.${(callers >> 8) & 255}.${callers++ & 255}`
      const headers = { 'x-forwarded-for': from }
      const { status } = await refusedHandshake({ url: gateway.url, identity: name, key, headers })
      expect(status).toBe(401)
    }
    await expectAlike(200, [handshakeOf(identity), handshakeOf(identity.replace(/.$/, '!'))])
  } finally {
    await gateway.close()
  }
})
