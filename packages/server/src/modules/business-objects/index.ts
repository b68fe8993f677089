// Business objects: classes that users create and edit and that have a table of their own (clients, sites, cars).
// One description gives the endpoints, the checks of a change, imports of files and the workflow subject. Not here:
// classes of administrators without a table (workflow), and what stations report (stations, transactions).
export { type BusinessClass, businessEndpoints } from './endpoints.ts'
export { businessImport } from './import.ts'
export { findRow, numberRows } from './store.ts'
export { businessSubject } from './subject.ts'
