/** Limits of one account: stations, cards and users by number, OCPP log in MiB (2^20 bytes) per UTC day. */
export interface AccountQuotas {
  stations: number
  cards: number
  users: number
  logMibPerDay: number
}
