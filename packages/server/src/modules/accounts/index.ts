// Accounts: operators of stations, and the rules that their stations follow.
export { accountsHttp } from './http.ts'
export { addLogVolumes } from './log-volume.ts'
export { accountQuotas, type Quotas } from './quota.ts'
