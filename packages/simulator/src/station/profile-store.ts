import type { ChargingProfile, InstalledProfile } from './charging-profiles.ts'

/** Filter of ClearChargingProfile; absent members match everything. */
export interface ProfileFilter {
  readonly id?: number
  readonly connectorId?: number
  readonly chargingProfilePurpose?: string
  readonly stackLevel?: number
}

/** The charging profiles installed in a station. */
export class ProfileStore {
  private installed: InstalledProfile[] = []

  get all(): readonly InstalledProfile[] {
    return this.installed
  }

  /**
   * Installs a profile; replaces one with its id, or with its purpose and level on the same connector (E2
   * 5.16).
   */
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

  /** Removes the matching profiles and returns their number. */
  clear(filter: ProfileFilter): number {
    const before = this.installed.length
    const matches = ({ connectorId, profile }: InstalledProfile): boolean =>
      filter.id === undefined
        ? (filter.connectorId === undefined || filter.connectorId === connectorId) &&
          (filter.stackLevel === undefined || filter.stackLevel === profile.stackLevel) &&
          (filter.chargingProfilePurpose === undefined ||
            filter.chargingProfilePurpose === profile.chargingProfilePurpose)
        : filter.id === profile.chargingProfileId
    this.installed = this.installed.filter((each) => !matches(each))
    return before - this.installed.length
  }

  /** Removes the profiles of a transaction when it ends. */
  endTransaction(connectorId: number): void {
    this.installed = this.installed.filter(
      (each) => !(each.connectorId === connectorId && each.profile.chargingProfilePurpose === 'TxProfile'),
    )
  }
}
