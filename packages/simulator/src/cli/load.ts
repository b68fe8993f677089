import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Load, type LoadTarget } from '../load/load.ts'
import { loadKinds, loadMix, type LoadKind } from '../load/messages.ts'
import { reconnectStorm } from '../load/storm.ts'
import { readKey } from './arguments.ts'
import type { Terminal } from './terminal.ts'

const defaultPhases = 'Heartbeat,StatusNotification,MeterValues,StartTransaction+StopTransaction,mix'

const help = `Load test for a central system on this machine, with one connection per station.

  --url <link>         the station link of an account, on 127.x.x.x or localhost
  --stations <n>       number of stations, named <prefix>0001, <prefix>0002 … (50)
  --prefix <text>      prefix of their names (BENCH)
  --key <key>          key of all stations
  --card <id>          card that all stations use (BENCH)
  --file <file>        replaces all options above: {"url", "stations": [{"identity", "key", "card"}]}
  --kinds <kinds>      phases, separated by commas; each is a message, several messages joined by +, or "mix"
                       (${loadKinds.join(', ')};
                       ${defaultPhases})
  --active <n>         number of stations that send; the others only stay connected (all)
  --seconds <s>        duration of each phase (5)
  --warmup <s>         duration before measuring starts (1); at most 120 together with --seconds
  --rate <n>           CALLs per second of all stations; by default as fast as the responses arrive
  --storm              connects all stations at the same time and measures until the last boot is answered
Prints one JSON line per phase. Sends "measure" and "measured" to a parent process before and after each.
`

const options = {
  url: { type: 'string' },
  stations: { type: 'string', default: '50' },
  prefix: { type: 'string', default: 'BENCH' },
  key: { type: 'string' },
  card: { type: 'string', default: 'BENCH' },
  file: { type: 'string' },
  kinds: { type: 'string', default: defaultPhases },
  active: { type: 'string' },
  seconds: { type: 'string', default: '5' },
  warmup: { type: 'string', default: '1' },
  rate: { type: 'string', default: '0' },
  storm: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const readValues = (argv: readonly string[]) => parseArgs({ args: [...argv], options, strict: true }).values
type Values = ReturnType<typeof readValues>

function readTarget(values: Values): LoadTarget {
  // The user provides the file; an invalid one fails at the first handshake.
  if (values.file !== undefined) return JSON.parse(readFileSync(values.file, 'utf8')) as LoadTarget
  if (values.url === undefined) throw new Error('--url is missing: the station link of an account')
  const key = values.key === undefined ? null : readKey(values.key)
  const stations = Array.from({ length: Number(values.stations) }, (_, index) => ({
    identity: values.prefix + String(index + 1).padStart(4, '0'),
    key,
    card: values.card,
  }))
  return { url: values.url, stations }
}

/** Parses `Heartbeat,StartTransaction+StopTransaction,mix` into lists of messages. */
function readPhases(text: string): { name: string; kinds: readonly LoadKind[] }[] {
  return text.split(',').map((name) => {
    if (name === 'mix') return { name, kinds: loadMix }
    const kinds = name.split('+').map((word) => {
      const kind = loadKinds.find((each) => each === word)
      if (!kind) throw new Error(`Unknown kind "${word}". Known kinds: ${loadKinds.join(', ')}, mix`)
      return kind
    })
    return { name, kinds }
  })
}

async function runPhases(
  target: LoadTarget,
  values: Values,
  { terminal, signal }: { terminal: Terminal; signal: AbortSignal },
): Promise<void> {
  const load = new Load(target)
  signal.addEventListener('abort', () => load.close(), { once: true })
  const opening = await load.open()
  terminal.print(JSON.stringify({ phase: 'open', ...opening }))
  for (const { name, kinds } of readPhases(values.kinds)) {
    if (signal.aborted) break
    const figures = await load.run({
      kinds,
      ...(values.active === undefined ? {} : { active: Number(values.active) }),
      seconds: Number(values.seconds),
      warmupSeconds: Number(values.warmup),
      ratePerS: Number(values.rate),
      onMeasure: () => void process.send?.({ load: 'measure', phase: name }),
      onMeasured: () => void process.send?.({ load: 'measured', phase: name }),
    })
    terminal.print(JSON.stringify({ phase: name, ...figures }))
  }
  load.close()
}

/** Runs the command `load`; resolves to the exit code of the process. */
export async function runLoadCommand(
  argv: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  try {
    const values = readValues(argv)
    if (values.help) {
      terminal.print(help)
      return 0
    }
    const target = readTarget(values)
    if (values.storm) terminal.print(JSON.stringify({ phase: 'storm', ...(await reconnectStorm(target)) }))
    else await runPhases(target, values, { terminal, signal })
    return 0
  } catch (error) {
    terminal.printError(`${(error as Error).message}\nstationmaster-simulator load --help shows the options.`)
    return 2
  }
}
