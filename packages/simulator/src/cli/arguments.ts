import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { plainFleet, readFleet, type FleetPlan } from '../fleet/fleet-plan.ts'
import { quirkSet } from '../quirks/quirks.ts'
import { scenarios, type Scenario } from '../scenarios/scenarios.ts'

export interface Arguments {
  readonly plan: FleetPlan
  /** Binary keys, by identity; a plan cannot contain them. */
  readonly key: Uint8Array | null
  /** Null: stations that run until they are stopped. */
  readonly scenario: Scenario | null
  /** Cards of the drivers; if empty, those of the plan. */
  readonly cards: readonly string[]
  /** Link of the port with TLS, for SecurityProfile 2 and 3. */
  readonly secureUrl: string | null
  /** PEM of the authority of the server. */
  readonly ca: string | null
  /** Values of configuration keys. */
  readonly settings: Readonly<Record<string, string>>
  readonly quirks: readonly string[]
  readonly speed: number
  readonly sampleIntervalS: number | null
  readonly ledger: string | null
  readonly seed: string
  readonly frames: boolean
}

export type Parsed = { kind: 'run'; arguments: Arguments } | { kind: 'help' } | { kind: 'list' }

const options = {
  url: { type: 'string' },
  identity: { type: 'string' },
  stations: { type: 'string' },
  prefix: { type: 'string', default: 'SIM' },
  key: { type: 'string' },
  'tls-url': { type: 'string' },
  'tls-ca': { type: 'string' },
  set: { type: 'string', multiple: true },
  fleet: { type: 'string' },
  scenario: { type: 'string', default: 'living' },
  cards: { type: 'string', default: '' },
  quirks: { type: 'string', default: '' },
  speed: { type: 'string', default: '1' },
  'sample-interval': { type: 'string' },
  ledger: { type: 'string' },
  seed: { type: 'string', default: 'fleet' },
  frames: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const parse = (argv: readonly string[]) =>
  parseArgs({ args: [...argv], options, strict: true, allowPositionals: true })

/** `fleet <file>` is short for `--fleet <file>`. */
function readValues(argv: readonly string[]) {
  const { values, positionals } = parse(argv)
  const [command, file, more] = positionals
  if (command === undefined) return values
  if (command !== 'fleet' || file === undefined || more !== undefined)
    throw new Error(`Not understood: ${positionals.join(' ')}`)
  return { ...values, fleet: file }
}
type Values = ReturnType<typeof readValues>

function readNumber(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text)
  if (!Number.isFinite(value) || value < min || value > max)
    throw new Error(`--${name} must be a number from ${min} to ${max}, not "${text}"`)
  return value
}

const names = (text: string): string[] => text.split(',').filter((name) => name !== '')

/** Parses a key: plain text, or bytes after `hex:` or `base64:`. */
export function readKey(text: string): Uint8Array {
  const [, form, rest] = /^(hex|base64):(.*)$/.exec(text) ?? []
  return form === undefined ? Buffer.from(text, 'utf8') : Buffer.from(rest!, form as 'hex' | 'base64')
}

/** Parses `<key>=<value>` of a configuration key. */
function readSetting(text: string): [key: string, value: string] {
  const [, key, value] = /^([^=]+)=(.*)$/.exec(text) ?? []
  if (key === undefined || value === undefined) throw new Error(`--set needs <key>=<value>, not "${text}"`)
  return [key, value]
}

/** Returns the account's part of a link: people copy the whole address, which ends in the identity. */
export function accountLink(link: string, identity: string): string {
  const [, rest, last] = /^(.*\/)([^/]+)$/.exec(link) ?? []
  return rest !== undefined && last === encodeURIComponent(identity) ? rest : link
}

function readPlan(values: Values, behaviour: 'living' | 'idle'): FleetPlan {
  if (values.fleet !== undefined) {
    const plan = readFleet(values.fleet)
    return values.url === undefined ? plan : { ...plan, url: values.url }
  }
  if (values.url === undefined) throw new Error('--url is missing: the station link of an account')
  const count =
    values.stations === undefined ? 0 : readNumber('stations', values.stations, { min: 1, max: 20_000 })
  if (count === 0 && values.identity === undefined)
    throw new Error('--identity, --stations or --fleet is missing: which stations?')
  const identities =
    count === 0
      ? [values.identity!]
      : Array.from({ length: count }, (_, index) => values.prefix + String(index + 1).padStart(4, '0'))
  const url = count === 0 ? accountLink(values.url, values.identity!) : values.url
  return plainFleet({ url, identities, behaviour })
}

function readScenario(name: string): Scenario | null {
  if (name === 'living' || name === 'idle') return null
  const scenario = scenarios.find((each) => each.name === name)
  if (!scenario)
    throw new Error(
      `No scenario "${name}"; there are living, idle, ${scenarios.map((each) => each.name).join(', ')}`,
    )
  return scenario
}

/** Parses a command line. Throws an Error whose message says what to change. */
export function readArguments(argv: readonly string[]): Parsed {
  const values = readValues(argv)
  if (values.help) return { kind: 'help' }
  if (values.list) return { kind: 'list' }
  const scenario = readScenario(values.scenario)
  const quirks = names(values.quirks)
  quirkSet(quirks)
  const interval = values['sample-interval']
  return {
    kind: 'run',
    arguments: {
      plan: readPlan(values, values.scenario === 'living' ? 'living' : 'idle'),
      key: values.key === undefined ? null : readKey(values.key),
      secureUrl: values['tls-url'] ?? null,
      ca: values['tls-ca'] === undefined ? null : readFileSync(values['tls-ca'], 'utf8'),
      settings: Object.fromEntries((values.set ?? []).map(readSetting)),
      scenario,
      cards: names(values.cards),
      quirks,
      speed: readNumber('speed', values.speed, { min: 0.01, max: 1_000_000 }),
      sampleIntervalS:
        interval === undefined ? null : readNumber('sample-interval', interval, { min: 0, max: 86_400 }),
      ledger: values.ledger ?? null,
      seed: values.seed,
      frames: values.frames,
    },
  }
}
