// Accounts: operators of stations, and the rules their stations follow. Balances and clients come with billing.
export { accountsHttp } from './http.ts'
export { addLogVolumes } from './log-volume.ts'
export { accountQuotas, type Quotas } from './quota.ts'
