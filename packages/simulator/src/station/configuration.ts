import { configurationKeys, type KeyRow } from './configuration-keys.ts'

export type ChangeOutcome = 'Accepted' | 'Rejected' | 'RebootRequired' | 'NotSupported'

export interface ConfigurationEntry {
  readonly key: string
  readonly readonly: boolean
  /** Absent for a write-only key. */
  readonly value?: string
}

/** The configuration keys of one station and their values. */
export class Configuration {
  private readonly rows = new Map<string, KeyRow>()
  private readonly values = new Map<string, string>()
  private readonly listeners: ((key: string, value: string) => void)[] = []

  /** @param settings values that differ from the vendor's defaults, or vendor-specific keys. */
  constructor(kind: 'ac' | 'dc', connectors: number, settings: Readonly<Record<string, string>> = {}) {
    for (const row of configurationKeys(kind, connectors)) this.rows.set(row.name.toLowerCase(), row)
    for (const [name, value] of Object.entries(settings)) {
      const known = this.rows.get(name.toLowerCase())
      this.rows.set(name.toLowerCase(), { name, access: 'both', ...known, value })
    }
  }

  text(name: string): string {
    const row = this.rows.get(name.toLowerCase())
    return this.values.get(row?.name ?? name) ?? row?.value ?? ''
  }

  number(name: string): number {
    return Number(this.text(name)) || 0
  }

  isOn(name: string): boolean {
    return this.text(name).toLowerCase() === 'true'
  }

  list(name: string): string[] {
    return this.text(name)
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '')
  }

  /** Sets a value from within the station (HeartbeatInterval from a boot). */
  set(name: string, value: string): void {
    this.values.set(this.rows.get(name.toLowerCase())?.name ?? name, value)
    for (const listener of this.listeners) listener(name, value)
  }

  /** Implements ChangeConfiguration; keys are compared without case (1.6 CiString). */
  change(name: string, value: string): ChangeOutcome {
    const row = this.rows.get(name.toLowerCase())
    if (!row) return 'NotSupported'
    if (row.access === 'read' || (row.isValid && !row.isValid(value))) return 'Rejected'
    this.set(row.name, value)
    return row.needsReboot ? 'RebootRequired' : 'Accepted'
  }

  onChange(listener: (key: string, value: string) => void): void {
    this.listeners.push(listener)
  }

  /** Returns the entries with these names, or all; unknown names are returned in `unknown`. */
  entries(names?: readonly string[]): { known: ConfigurationEntry[]; unknown: string[] } {
    if (!names || names.length === 0)
      return { known: [...this.rows.values()].map((row) => this.entry(row)), unknown: [] }
    const known: ConfigurationEntry[] = []
    const unknown: string[] = []
    for (const name of names) {
      const row = this.rows.get(name.toLowerCase())
      if (row) known.push(this.entry(row))
      else unknown.push(name)
    }
    return { known, unknown }
  }

  private entry(row: KeyRow): ConfigurationEntry {
    const readonly = row.access === 'read'
    return row.access === 'write'
      ? { key: row.name, readonly }
      : { key: row.name, readonly, value: this.text(row.name) }
  }
}
