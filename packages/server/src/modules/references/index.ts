// References: shared lists, the same for all accounts: vendors, models, currencies, connector types, modes
// and so on; one table and one set of endpoints for all kinds. Vendors and models reported by stations are
// added automatically. Not here: networks with their tariffs, and what an account may offer.
export { referencesHttp } from './http.ts'
export { referenceJobs } from './jobs.ts'
