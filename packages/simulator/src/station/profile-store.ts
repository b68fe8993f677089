import type { ChargingProfile, InstalledProfile } from './charging-profiles.ts'

/** What ClearChargingProfile asks for; what is absent fits everything. */
export interface ProfileFilter {
  readonly id?: number
  readonly connectorId?: number
  readonly chargingProfilePurpose?: string
  readonly stackLevel?: number
}

/** The charging profiles that lie in a station. */
export class ProfileStore {
  private installed: InstalledProfile[] = []

  get all(): readonly InstalledProfile[] {
    return this.installed
  }

  /** Takes a profile; one with its id, or with its purpose and level on the same connector, makes way (E2 5.16). */
  install(connectorId: number, profile: ChargingProfile, installedAtMs: number): void {
    this.installed = this.installed.filter(
      (each) =>
        each.profile.chargingProfileId !== profile.chargingProfileId &&
        !(
          each.connectorId === connectorId &&
          each.profile.stackLevel === profile.stackLevel &&
          each.profile.chargingProfilePurpose === profile.chargingProfilePurpose
        ),
    )
    this.installed.push({ connectorId, profile, installedAtMs })
  }

  /** Takes out what fits, and says how many that were. */
  clear(filter: ProfileFilter): number {
    const before = this.installed.length
    const fits = ({ connectorId, profile }: InstalledProfile): boolean =>
      filter.id === undefined
        ? (filter.connectorId === undefined || filter.connectorId === connectorId) &&
          (filter.stackLevel === undefined || filter.stackLevel === profile.stackLevel) &&
          (filter.chargingProfilePurpose === undefined ||
            filter.chargingProfilePurpose === profile.chargingProfilePurpose)
        : filter.id === profile.chargingProfileId
    this.installed = this.installed.filter((each) => !fits(each))
    return before - this.installed.length
  }

  /** A transaction's own profiles end with it. */
  endTransaction(connectorId: number): void {
    this.installed = this.installed.filter(
      (each) => !(each.connectorId === connectorId && each.profile.chargingProfilePurpose === 'TxProfile'),
    )
  }
}
