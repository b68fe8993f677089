import { Fleet } from '../fleet/fleet.ts'
import type { FleetPlan } from '../fleet/fleet-plan.ts'
import { fileLedger, noLedger } from '../ledger/ledger.ts'
import type { Scenario } from '../scenarios/scenarios.ts'
import { setStage } from '../scenarios/steps.ts'
import type { SimulatedStation } from '../station.ts'
import { helpText, quirkList } from './help.ts'
import { readArguments, type Arguments } from './arguments.ts'
import { printStates } from './print-states.ts'
import type { Terminal } from './terminal.ts'

/** Time that a scenario waits for an operator. */
const timeoutMs = 600_000

/**
 * Returns the plan with the cards of the command line. Without drivers if there is a scenario, which they
 * would disturb.
 */
function planFor({ plan, cards, scenario }: Arguments): FleetPlan {
  return {
    ...plan,
    cards: cards.length > 0 ? cards : plan.cards,
    stations: plan.stations.map((each) => ({
      ...each,
      ...(cards.length > 0 ? { cards: [] } : {}),
      ...(scenario === null ? {} : { behaviour: 'idle' as const }),
    })),
  }
}

/** Gives each station its own card if there are enough: a card can charge only once at a time. */
function cardFor(plan: FleetPlan, index: number): { card?: string } {
  const cards = plan.stations[index]?.cards ?? []
  const card = cards[0] ?? plan.cards[index % Math.max(1, plan.cards.length)]
  return card === undefined ? {} : { card }
}

function makeFleet(given: Arguments, terminal: Terminal): { fleet: Fleet; close: () => void } {
  const ledger = given.ledger === null ? noLedger : fileLedger(given.ledger)
  const plan = planFor(given)
  const fleet = new Fleet(plan, {
    seed: given.seed,
    speed: given.speed,
    quirks: given.quirks,
    // A scenario plugs in its own cars.
    guests: given.scenario === null,
    ledger,
    settings: {
      ...given.settings,
      ...(given.sampleIntervalS === null ? {} : { MeterValueSampleInterval: String(given.sampleIntervalS) }),
    },
    station: { secureUrl: given.secureUrl, ca: given.ca, ...(given.key === null ? {} : { key: given.key }) },
  })
  if (given.frames)
    for (const station of fleet.stations)
      station.observe((direction, text) =>
        terminal.print(`${station.identity} ${direction === 'out' ? '>' : '<'} ${text}`),
      )
  return { fleet, close: () => ledger.close() }
}

/** Runs a scenario at every station; returns the number of stations where it failed. */
async function play(
  scenario: Scenario,
  stations: readonly SimulatedStation[],
  { plan, terminal }: { plan: FleetPlan; terminal: Terminal },
): Promise<number> {
  const played = stations.map(async (station, index) => {
    try {
      await scenario.play(setStage(station, { timeoutMs, ...cardFor(plan, index) }))
      terminal.print(`${station.identity}: ${scenario.name} completed`)
      return true
    } catch (error) {
      terminal.printError(`${station.identity}: ${(error as Error).message}`)
      return false
    }
  })
  return (await Promise.all(played)).filter((isPlayed) => !isPlayed).length
}

/** Runs the stations of a command line until `signal` ends them; resolves to the exit code of the process. */
export async function runStations(
  argv: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  let given: Arguments
  try {
    const parsed = readArguments(argv)
    if (parsed.kind !== 'run') {
      terminal.print(parsed.kind === 'help' ? helpText : quirkList)
      return 0
    }
    given = parsed.arguments
  } catch (error) {
    terminal.printError(`${(error as Error).message}\nstationmaster-simulator --help shows the options.`)
    return 2
  }
  const { fleet, close } = makeFleet(given, terminal)
  const count = fleet.stations.length
  terminal.print(`${count} ${count === 1 ? 'station connects to' : 'stations connect to'} ${given.plan.url}`)
  const ended = new Promise<number>((resolve) => {
    if (signal.aborted) resolve(0)
    else signal.addEventListener('abort', () => resolve(0), { once: true })
  })
  const stopPrinting = printStates(fleet.stations, terminal)
  await Promise.race([fleet.start(), ended])
  const failed = given.scenario
    ? await Promise.race([play(given.scenario, fleet.stations, { plan: planFor(given), terminal }), ended])
    : await ended
  stopPrinting()
  await fleet.stop()
  close()
  return failed === 0 ? 0 : 1
}
