import { appendFileSync } from 'node:fs'
import { type Random, seededRandom } from '@stationmaster/simulator'

const { env } = process

/** True in `npm run torture`, which also runs the tests that take minutes. */
export const isTorture = env['TORTURE'] !== undefined

interface TortureOptions {
  /** Rounds of `npm test`. */
  rounds: number
  /** Rounds that run at the same time; 1 unless given. */
  parallel?: number
}

/**
 * Rounds of a test that draw everything from a seed. `npm run torture` selects their number, the seed and one of them by
 * environment variables, and collects what is reported.
 */
export class Torture {
  readonly rounds: number
  readonly seed: string
  private readonly part: string
  private readonly parallel: number

  /** @param part name of the part of `npm run torture` */
  constructor(part: string, { rounds, parallel = 1 }: TortureOptions) {
    this.part = part
    this.parallel = parallel
    this.rounds = Number(env['TORTURE_ROUNDS'] ?? rounds)
    this.seed = env['TORTURE_SEED'] ?? '13'
  }

  /** Milliseconds that all rounds may take, also on a busy machine. */
  get timeoutMs(): number {
    return 120_000 + this.rounds * 6_000
  }

  /** Runs the rounds. An error of one names the command that repeats it alone. */
  async each(run: (round: number, random: Random) => Promise<void>): Promise<void> {
    const only = env['TORTURE_ROUND']
    const waiting = Array.from({ length: this.rounds }, (_, round) => round).filter(
      (round) => only === undefined || round === Number(only),
    )
    const next = async (): Promise<void> => {
      for (let round = waiting.shift(); round !== undefined; round = waiting.shift())
        await this.attempt(round, run)
    }
    await Promise.all(Array.from({ length: this.parallel }, next))
  }

  private async attempt(round: number, run: (round: number, random: Random) => Promise<void>): Promise<void> {
    const random = seededRandom(`${this.seed}/${round}`)
    try {
      await run(round, random)
    } catch (error) {
      const replay = `npm run torture -- --only ${this.part} --seed ${this.seed} --rounds ${this.rounds} --round ${round}`
      this.write({ replay })
      // reports of second tries show the message only
      throw new Error([replay, ...reasonsOf(error)].join('\n'), { cause: error })
    }
  }

  /** Reports what was measured or counted, in words for docs/proof.md. */
  report(figures: string): void {
    this.write({ figures })
  }

  private write(entry: Record<string, unknown>): void {
    const path = env['TORTURE_RESULTS']
    if (path) appendFileSync(path, `${JSON.stringify({ part: this.part, seed: this.seed, ...entry })}\n`)
  }
}

/** Returns the first line of an error and of each of its causes. */
function reasonsOf(error: unknown): string[] {
  const [first] = String(error).split('\n')
  const cause = error instanceof Error ? error.cause : undefined
  return [first!, ...(cause === undefined ? [] : reasonsOf(cause))]
}
