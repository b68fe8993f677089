// Accounts: operators of stations, and the rules their stations follow. Balances and clients come with billing.
export { accountsHttp } from './http.ts'
