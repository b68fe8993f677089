// References: what things are called everywhere, the same for all accounts: vendors, models, currencies, plugs, modes
// and so on, one table and one set of calls for all kinds. Vendors and models that stations tell appear by themselves.
// Not here: networks with their tariffs, and what an account may offer.
export { referencesHttp } from './http.ts'
export { referenceJobs } from './jobs.ts'
