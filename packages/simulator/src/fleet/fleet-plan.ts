import { readFileSync } from 'node:fs'
import type { ConnectorPlan } from '../station/connector.ts'

export const behaviours = ['living', 'faulted', 'offline', 'idle'] as const
/** Behaviour of a station of a fleet; `offline` connects once and leaves. */
export type FleetBehaviour = (typeof behaviours)[number]

export interface FleetStation {
  readonly identity: string
  readonly key?: string
  readonly vendor?: string
  readonly model?: string
  readonly serial?: string
  readonly firmware?: string
  readonly connectors: readonly ConnectorPlan[]
  readonly behaviour: FleetBehaviour
  /** Cards used at this station; if empty, those of the fleet are used. */
  readonly cards: readonly string[]
}

export interface FleetPlan {
  readonly url: string
  readonly stations: readonly FleetStation[]
  readonly cards: readonly string[]
}

type Members = Record<string, unknown>

/** Reads members of a fleet file and reports the path of an error. */
class Reader {
  private readonly members: Members
  private readonly at: string

  constructor(value: unknown, at: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Error(`${at} must be an object`)
    this.members = value as Members
    this.at = at
  }

  text(name: string): string {
    const value = this.members[name]
    if (typeof value !== 'string' || value === '') throw new Error(`${this.at}.${name} must be a text`)
    return value
  }

  optionalText(name: string): string | undefined {
    return this.members[name] === undefined || this.members[name] === null ? undefined : this.text(name)
  }

  positive(name: string): number {
    const value = this.members[name]
    if (typeof value !== 'number' || !(value > 0))
      throw new Error(`${this.at}.${name} must be a number above 0`)
    return value
  }

  word<Word extends string>(name: string, words: readonly Word[]): Word {
    const word = words.find((each) => each === this.members[name])
    if (!word) throw new Error(`${this.at}.${name} must be one of ${words.join(', ')}`)
    return word
  }

  list<T>(name: string, read: (value: unknown, at: string) => T): T[] {
    const value = this.members[name]
    if (!Array.isArray(value)) throw new Error(`${this.at}.${name} must be a list`)
    return value.map((each, index) => read(each, `${this.at}.${name}[${index}]`))
  }

  cards(): string[] {
    if (this.members['cards'] === undefined) return []
    return this.list('cards', (card, at) => {
      if (typeof card !== 'string' || card === '') throw new Error(`${at} must be a text`)
      return card
    })
  }
}

function readConnector(value: unknown, at: string): ConnectorPlan {
  const reader = new Reader(value, at)
  const plug = reader.optionalText('plug')
  return {
    id: reader.positive('id'),
    kind: reader.word('kind', ['ac', 'dc'] as const),
    powerW: reader.positive('powerW'),
    ...(plug === undefined ? {} : { plug }),
  }
}

function readStation(value: unknown, at: string): FleetStation {
  const reader = new Reader(value, at)
  const connectors = reader.list('connectors', readConnector)
  if (connectors.length === 0) throw new Error(`${at}.connectors must name at least one connector`)
  return {
    identity: reader.text('identity'),
    key: reader.optionalText('key'),
    vendor: reader.optionalText('vendor'),
    model: reader.optionalText('model'),
    serial: reader.optionalText('serial'),
    firmware: reader.optionalText('firmware'),
    connectors,
    behaviour: reader.word('behaviour', behaviours),
    cards: reader.cards(),
  }
}

/** Parses a fleet file; unknown members are ignored. Throws an error that names the first invalid member. */
export function parseFleet(value: unknown): FleetPlan {
  const reader = new Reader(value, 'fleet')
  return { url: reader.text('url'), stations: reader.list('stations', readStation), cards: reader.cards() }
}

export function readFleet(path: string): FleetPlan {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`Cannot read the fleet file ${path}: ${(error as Error).message}`, { cause: error })
  }
  return parseFleet(value)
}

/** Returns a fleet of equal stations, every third of them DC. */
export function plainFleet(options: {
  url: string
  identities: readonly string[]
  key?: string
  behaviour: FleetBehaviour
}): FleetPlan {
  const { url, identities, key, behaviour } = options
  return {
    url,
    cards: Array.from(
      { length: Math.max(8, identities.length) },
      (_, n) => `SIM${String(n + 1).padStart(6, '0')}`,
    ),
    stations: identities.map((identity, index) => ({
      identity,
      ...(key === undefined ? {} : { key }),
      connectors:
        index % 3 === 2
          ? [{ id: 1, kind: 'dc', powerW: 150_000, plug: 'CCS2' }]
          : [1, 2].map((id) => ({ id, kind: 'ac', powerW: 22_080, plug: 'Type 2' })),
      behaviour,
      cards: [],
    })),
  }
}
