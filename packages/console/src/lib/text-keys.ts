import type access from '../../texts/en/access.json'
import type accounts from '../../texts/en/accounts.json'
import type activity from '../../texts/en/activity.json'
import type availability from '../../texts/en/availability.json'
import type admin from '../../texts/en/admin.json'
import type apiConsole from '../../texts/en/api-console.json'
import type dashboard from '../../texts/en/dashboard.json'
import type tariffComparison from '../../texts/en/tariff-comparison.json'
import type accounting from '../../texts/en/accounting.json'
import type owners from '../../texts/en/owners.json'
import type reports from '../../texts/en/reports.json'
import type security from '../../texts/en/security.json'
import type charges from '../../texts/en/charges.json'
import type chart from '../../texts/en/chart.json'
import type registry from '../../texts/en/registry.json'
import type references from '../../texts/en/references.json'
import type resources from '../../texts/en/resources.json'
import type carDrivers from '../../texts/en/car-drivers.json'
import type commands from '../../texts/en/commands.json'
import type connection from '../../texts/en/connection.json'
import type journals from '../../texts/en/journals.json'
import type editor from '../../texts/en/editor.json'
import type driver from '../../texts/en/driver.json'
import type driverData from '../../texts/en/driver-data.json'
import type driverFavourites from '../../texts/en/driver-favourites.json'
import type driverMoney from '../../texts/en/driver-money.json'
import type driverQueue from '../../texts/en/driver-queue.json'
import type driverReservation from '../../texts/en/driver-reservation.json'
import type guest from '../../texts/en/guest.json'
import type groupNames from '../../texts/en/group-names.json'
import type incidentNotifications from '../../texts/en/incident-notifications.json'
import type incidents from '../../texts/en/incidents.json'
import type invoices from '../../texts/en/invoices.json'
import type localLists from '../../texts/en/local-lists.json'
import type problemReports from '../../texts/en/problem-reports.json'
import type logSearch from '../../texts/en/log-search.json'
import type stationGroups from '../../texts/en/station-groups.json'
import type maintenance from '../../texts/en/maintenance.json'
import type errors from '../../texts/en/errors.json'
import type files from '../../texts/en/files.json'
import type valueTypes from '../../texts/en/value-types.json'
import type imports from '../../texts/en/imports.json'
import type exports from '../../texts/en/exports.json'
import type map from '../../texts/en/map.json'
import type notes from '../../texts/en/notes.json'
import type notices from '../../texts/en/notices.json'
import type ocpp from '../../texts/en/ocpp.json'
import type sites from '../../texts/en/sites.json'
import type certificates from '../../texts/en/certificates.json'
import type cards from '../../texts/en/cards.json'
import type clients from '../../texts/en/clients.json'
import type service from '../../texts/en/service.json'
import type stations from '../../texts/en/stations.json'
import type station from '../../texts/en/station.json'
import type payments from '../../texts/en/payments.json'
import type posts from '../../texts/en/posts.json'
import type profile from '../../texts/en/profile.json'
import type time from '../../texts/en/time.json'
import type views from '../../texts/en/views.json'
import type transactions from '../../texts/en/transactions.json'
import type tariffs from '../../texts/en/tariffs.json'
import type terms from '../../texts/en/terms.json'
import type search from '../../texts/en/search.json'
import type sign from '../../texts/en/sign.json'
import type workflow from '../../texts/en/workflow.json'
import type workflowWords from '../../texts/en/workflow-words.json'
import type shell from '../../texts/en/shell.json'

/** The English files define the keys: a key that is not in them does not compile. */
export interface Texts {
  shell: typeof shell
  driver: typeof driver
  'car-drivers': typeof carDrivers
  'driver-data': typeof driverData
  'driver-money': typeof driverMoney
  'driver-favourites': typeof driverFavourites
  'driver-queue': typeof driverQueue
  'driver-reservation': typeof driverReservation
  guest: typeof guest
  exports: typeof exports
  certificates: typeof certificates
  files: typeof files
  imports: typeof imports
  editor: typeof editor
  search: typeof search
  sign: typeof sign
  tariffs: typeof tariffs
  terms: typeof terms
  transactions: typeof transactions
  station: typeof station
  service: typeof service
  stations: typeof stations
  sites: typeof sites
  cards: typeof cards
  clients: typeof clients
  payments: typeof payments
  posts: typeof posts
  profile: typeof profile
  time: typeof time
  views: typeof views
  notes: typeof notes
  notices: typeof notices
  ocpp: typeof ocpp
  commands: typeof commands
  connection: typeof connection
  incidents: typeof incidents
  invoices: typeof invoices
  maintenance: typeof maintenance
  errors: typeof errors
  'value-types': typeof valueTypes
  map: typeof map
  chart: typeof chart
  charges: typeof charges
  access: typeof access
  accounts: typeof accounts
  activity: typeof activity
  availability: typeof availability
  accounting: typeof accounting
  owners: typeof owners
  reports: typeof reports
  'tariff-comparison': typeof tariffComparison
  admin: typeof admin
  dashboard: typeof dashboard
  journals: typeof journals
  'api-console': typeof apiConsole
  'group-names': typeof groupNames
  'incident-notifications': typeof incidentNotifications
  'local-lists': typeof localLists
  'problem-reports': typeof problemReports
  'log-search': typeof logSearch
  'station-groups': typeof stationGroups
  workflow: typeof workflow
  'workflow-words': typeof workflowWords
  security: typeof security
  registry: typeof registry
  references: typeof references
  resources: typeof resources
}

export type Namespace = keyof Texts

type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPlural<K, T> : `${K}.${Paths<T[K]>}`
}[keyof T & string]

/** Each text with plural forms has the form `other`. */
type WithoutPlural<
  K extends string,
  T,
> = K extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
  ? `${Stem}_other` extends keyof T
    ? Stem
    : K
  : K

type Keys = { [N in Namespace]: Paths<Texts[N]> }

/** A key with its namespace, for tables of data: `shell:screens.stations`. */
export type TextKey = { [N in Namespace]: `${N}:${Keys[N]}` }[Namespace]

/** Values of the placeholders of a text; `count` also selects the plural form. */
type Values = Readonly<Record<string, unknown>>

/**
 * Returns a text of a namespace or of the shell. The types of i18next derive the keys at each call, which took half
 * of the time of the type check.
 */
export type Translate<N extends Namespace> = (key: Keys[N] | Keys['shell'], values?: Values) => string
