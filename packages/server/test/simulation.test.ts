import { expect, test } from 'vitest'
import { SimulatedGateway } from './simulated-gateway.ts'
import { Torture } from './torture.ts'

const torture = new Torture('simulation', { rounds: 10 })
const stepsOfRound = 200

// Proves INV-1, INV-2, INV-3, INV-7, INV-11, G12, G13, G14, G15
test('cuts, silence, takeovers and outages in a virtual time break no invariant at any step', {
  timeout: torture.timeoutMs,
}, async () => {
  let answered = 0
  await torture.each(async (_, random) => {
    const simulated = await SimulatedGateway.open(random, 5)
    const steps: string[] = []
    try {
      for (let n = 0; n < stepsOfRound; n++) steps.push(await simulated.step())
      await simulated.finish()
    } catch (error) {
      throw new Error(`after ${steps.slice(-8).join(', ')}`, { cause: error })
    } finally {
      await simulated.close()
    }
    answered += simulated.answered
  })
  expect(answered).toBeGreaterThan(torture.rounds * 10)
  torture.report(`${torture.rounds * stepsOfRound} steps, ${answered} answers`)
})
