// Made by: npm run generate (scripts/generate-tables.mjs); not edited by hand.
// From 680205c61f91dbcb
import type { ColumnType } from 'kysely'

/** A column with a default: may be left out. */
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>

/** Read as Date; written as Date or text with a zone. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>
/** Read as a value; written as text, because the driver would make a PostgreSQL array of a list. */
export type Json = ColumnType<unknown, string, string>
/** Made by the database alone. */
export type GeneratedAlways<T> = ColumnType<T, never, never>
/** Read as text, because a number would lose digits. */
export type Numeric = ColumnType<string, string | number, string | number>

export interface AccessRules {
  id: string
  account_id: string
  owner_id: string | null
  client_id: string | null
  type: Generated<string>
  state: Generated<string>
  code: string
  label: string
  description: string | null
  effect: 'allow' | 'deny'
  card_id: string | null
  card_tag: string | null
  card_client_id: string | null
  network_id: string | null
  site_id: string | null
  station_id: string | null
  station_tag: string | null
  evse_no: number | null
  times: Json | null
  valid_from: Timestamp | null
  valid_to: Timestamp | null
  tags: Generated<string[]>
  version_no: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface AccountingCodes {
  account_id: string
  kind: string
  ref: Generated<string>
  code: string
}

export interface AccountingSettings {
  account_id: string
  consultant_no: number
  client_no: number
  year_month: Generated<number>
  code_length: Generated<number>
  time_zone: Generated<string>
  updated_at: Generated<Timestamp>
}

export interface Accounts {
  id: string
  code: string
  name: string
  currency_code: Generated<string>
  boot_policy: Generated<'accept' | 'wait' | 'reject'>
  max_transactions: Generated<number>
  ask_on_boot: Generated<boolean>
  heartbeat_seconds: Generated<number>
  is_demo: Generated<boolean>
  created_at: Generated<Timestamp>
  max_stations: number | null
  max_cards: number | null
  max_users: number | null
  max_log_mib_per_day: number | null
  auto_local_lists: Generated<boolean>
  local_lists_changed_at: Generated<Timestamp>
  operator_id: string | null
  queue_minutes: Generated<number>
  reserve_minutes: Generated<number>
}

export interface Activity {
  id: number
  at: Timestamp
  account_id: string
  kind: string
  station_id: string | null
  evse_no: number | null
  card_id: string | null
  id_tag: string | null
  transaction_number: number | null
  user_id: string | null
  command_id: string | null
  reported_at: Timestamp | null
  message_id: string | null
  details: Json | null
  tag_folded: GeneratedAlways<string | null>
}

export interface ActivityCounted {
  only_row: Generated<boolean>
  until: number
}

export interface ActivityCounts {
  account_id: string
  half_hour: number
  kind: string
  events: number
}

export interface ApiLog {
  id: string
  at: Timestamp
  account_id: string | null
  user_id: string | null
  username: string | null
  session_id: string | null
  path: string
  parameters: string | null
  run_ms: number
  status: number
  address: string
  calls: Generated<number>
}

export interface AuditAnchors {
  seq: number
  hash: Buffer
  at: Timestamp
  signature: Buffer
}

export interface AuditLog {
  id: string
  at: Timestamp
  account_id: string | null
  actor: 'person' | 'script' | 'system'
  user_id: string | null
  username: string | null
  session_id: string | null
  via: string | null
  kind: 'change' | 'command' | 'right' | 'method' | 'price'
  class_code: string
  object_id: string | null
  label: string
  action: string
  before: Json | null
  after: Json | null
  correlation: string | null
  seq: number | null
  hash: Buffer | null
  signature: Buffer | null
  is_rejected: Generated<boolean>
}

export interface AuthorizationCodes {
  hash: Buffer
  user_id: string
  by_session: string
  client_id: string
  redirect_uri: string
  challenge: string
  expires_at: Timestamp
  used_at: Timestamp | null
  session_code: string | null
}

export interface AvailabilityExclusions {
  id: string
  account_id: string
  station_id: string | null
  evse_no: number | null
  site_id: string | null
  reason: string
  starts_at: Timestamp
  ends_at: Timestamp
  description: string
  evidence: string
  created_by: string | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  version_no: Generated<number>
}

export interface AvailabilityTargets {
  account_id: string
  site_id: string | null
  target: number
  updated_at: Timestamp
}

export interface Avatars {
  name: string
  user_id: string
  content: Buffer
  created_at: Timestamp
}

export interface BulkRunItems {
  id: string
  run_id: string
  account_id: string
  turn: number
  object_id: string
  label: string
  state: Generated<'waiting' | 'running' | 'accepted' | 'rejected' | 'offline' | 'forbidden' | 'timeout' | 'failed' | 'cancelled'>
  status: string | null
  message: string | null
  message_code: string | null
  message_params: Json | null
  lease_until: Timestamp | null
  ended_at: Timestamp | null
}

export interface BulkRuns {
  id: string
  account_id: string
  user_id: string
  session: string | null
  class_code: string
  action: string
  params: Json
  state: Generated<'running' | 'finished' | 'cancelled'>
  retry_of: string | null
  total: Generated<number>
  created_at: Timestamp
  finished_at: Timestamp | null
}

export interface CarDrivers {
  id: string
  account_id: string
  car_id: string
  name: string
  user_id: string | null
  created_at: Timestamp
}

export interface CardClients {
  card_id: string
  until: Timestamp
  account_id: string
  client_id: string
  since: Timestamp | null
}

export interface CardDrivers {
  card_id: string
  until: Timestamp
  account_id: string
  user_id: string | null
}

export interface Cards {
  id: string
  account_id: string
  owner_id: string | null
  code: string
  code_folded: string
  name: string | null
  label: string | null
  description: string | null
  type: Generated<string>
  state: Generated<string>
  expires_at: Timestamp | null
  parent_code: string | null
  max_transactions: Generated<number>
  last_used_at: Timestamp | null
  is_demo: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  token_type: string | null
  client_id: string | null
  tags: Generated<string[]>
  search_text: GeneratedAlways<string | null>
  version_no: Generated<number>
  search_end: GeneratedAlways<string | null>
  client_since: Timestamp | null
}

export interface Cars {
  id: string
  account_id: string
  owner_id: string | null
  client_id: string | null
  type: Generated<string>
  state: Generated<string>
  identity: string
  label: string | null
  description: string | null
  make: string | null
  model: string | null
  vin: string | null
  charger: string | null
  battery_wh: number | null
  tags: Generated<string[]>
  version_no: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  search_end: GeneratedAlways<string | null>
  search_text: GeneratedAlways<string | null>
}

export interface CertificateAuthorities {
  id: string
  common_name: string
  certificate: string
  key_encrypted: Buffer
  created_at: Timestamp
  expires_at: Timestamp
  retired_at: Timestamp | null
}

export interface Charges {
  id: string
  account_id: string
  rating_id: string
  transaction_id: string
  station_id: string
  client_id: string
  service: 'ENERGY' | 'TIME' | 'PARKING_TIME' | 'FLAT' | 'RESERVATION'
  quantity: number
  unit: 'Wh' | 's' | 'count'
  price: string | null
  currency: string
  digits: number
  amount_minor: number
  before_limit_minor: number
  tax_included: boolean
  tax_bp: number
  tariff_version_id: string
  label: string
  parts: Generated<Json>
  state: string
  invoice_id: string | null
  reverses_id: string | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  set_aside_at: Timestamp | null
}

export interface ChargingProfileInstalls {
  station_id: string
  evse_no: number
  profile_number: number
  purpose: string
  stack_level: number
  profile: Json
  installed_at: Generated<Timestamp>
}

export interface ChargingProfiles {
  id: string
  account_id: string
  profile_number: number
  description: string
  profile: Json
  purpose: string
  stack_level: number
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  client_id: string | null
}

export interface ClassEvents {
  id: Generated<string>
  class_code: string
  action_code: string
  sequence: Generated<number>
  kind: 'parent' | 'handler' | 'script'
  label: string
  handler: string | null
  script: string | null
  is_enabled: Generated<boolean>
  is_system: Generated<boolean>
  version_no: Generated<number>
}

export interface ClassMethods {
  id: Generated<string>
  class_code: string
  state_id: string | null
  action_code: string
  code: string
  label: string
  sequence: Generated<number>
  is_visible: Generated<boolean>
  is_system: Generated<boolean>
  version_no: Generated<number>
  built_in_name: string | null
}

export interface ClassRights {
  class_code: string
  group_id: string | null
  user_id: string | null
  allowed: Generated<string>
  denied: Generated<string>
  from_class: string | null
}

export interface ClassStates {
  id: Generated<string>
  class_code: string
  code: string
  label: string
  state_type: 'created' | 'enabled' | 'disabled' | 'deleted'
  sequence: Generated<number>
  is_system: Generated<boolean>
  version_no: Generated<number>
  built_in_name: string | null
}

export interface ClassTransitions {
  id: Generated<string>
  class_code: string
  state_id: string | null
  method_id: string
  new_state_id: string
  is_system: Generated<boolean>
  version_no: Generated<number>
}

export interface ClassTypes {
  id: Generated<string>
  class_code: string
  code: string
  name: string
  description: string | null
  sequence: Generated<number>
  is_system: Generated<boolean>
  version_no: Generated<number>
  built_in_name: string | null
}

export interface Classes {
  code: string
  parent_code: string | null
  entity: string
  name: string
  description: string | null
  is_abstract: Generated<boolean>
  is_system: Generated<boolean>
  sequence: Generated<number>
  version_no: Generated<number>
}

export interface ClientGroupMembers {
  id: string
  account_id: string
  group_id: string
  client_id: string
  since: Timestamp
  until: Timestamp | null
}

export interface ClientGroups {
  id: string
  account_id: string
  owner_id: string | null
  type: Generated<string>
  state: Generated<string>
  code: string
  label: string
  description: string | null
  tags: Generated<string[]>
  version_no: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface Clients {
  id: string
  account_id: string
  owner_id: string | null
  type: Generated<string>
  state: Generated<string>
  code: string
  name: string
  first_name: string | null
  last_name: string | null
  middle_name: string | null
  label: string | null
  description: string | null
  currency_code: string
  email: string | null
  is_email_verified: Generated<boolean>
  phone: string | null
  is_phone_verified: Generated<boolean>
  birthday: string | null
  identity: string | null
  locale: Generated<string>
  tags: Generated<string[]>
  is_demo: Generated<boolean>
  version_no: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  search_text: GeneratedAlways<string | null>
  search_end: GeneratedAlways<string | null>
  is_prepaid: Generated<boolean>
  is_reverse_charge: Generated<boolean>
  street: string | null
  postal_code: string | null
  city: string | null
  country_code: string | null
  vat_id: string | null
  buyer_reference: string | null
  electronic_address: string | null
  electronic_scheme: string | null
  payment_days: number | null
  invoice_schedule: 'monthly' | 'immediate' | 'manual' | null
  low_balance: Numeric | null
  low_balance_at: Timestamp | null
  is_invoice_mailed: Generated<boolean>
}

export interface Commands {
  id: string
  turn: GeneratedAlways<number>
  run_id: string
  account_id: string
  station_id: string
  action: string
  request: Json
  secret_request: Json | null
  state: Generated<'queued' | 'sent' | 'accepted' | 'rejected' | 'failed' | 'timeout' | 'cancelled' | 'expired' | 'unknown'>
  status: string | null
  response: Json | null
  error_code: string | null
  message: string | null
  is_late: Generated<boolean>
  note: string | null
  process: string | null
  requested_by: string | null
  created_at: Generated<Timestamp>
  sent_at: Timestamp | null
  answer_by: Timestamp | null
  answered_at: Timestamp | null
  expires_at: Timestamp
  answer_ms: number | null
  restarted_at: Timestamp | null
  message_code: string | null
  message_params: Json | null
  note_code: string | null
}

export interface ConnectionAttempts {
  id: string
  account_id: string | null
  station_id: string | null
  identity: string
  address: string
  username: string | null
  path: string
  reason: string
  count: Generated<number>
  first_at: Timestamp
  last_at: Timestamp
}

export interface Connectors {
  evse_id: string
  connector_no: number
  type: string | null
  state: 'available' | 'occupied' | 'reserved' | 'unavailable' | 'faulted' | null
}

export interface Disputes {
  id: string
  account_id: string
  client_id: string
  payment_id: string
  reference: string
  state: Generated<'open' | 'won' | 'lost'>
  amount_minor: number
  fee_minor: Generated<number>
  currency: string
  reason: string | null
  is_withdrawn: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  checked_at: Timestamp | null
}

export interface Documents {
  id: string
  account_id: string
  invoice_id: string | null
  kind: 'pdf' | 'cii' | 'ubl'
  type: string
  name: string
  content: Buffer
  sha256: Buffer
  created_at: Timestamp
  keep_until: string
  statement_id: string | null
}

export interface DriverCharges {
  user_id: string | null
  key: string
  account_id: string
  station_id: string
  evse_id: string
  card_id: string | null
  command_id: string | null
  refusal: string | null
  limit_kind: 'energy' | 'cost' | 'time' | 'soc' | null
  limit_value: number | null
  limit_reached_at: Timestamp | null
  created_at: Generated<Timestamp>
  guest_id: string | null
  car_id: string | null
  limit_requested_at: Timestamp | null
  limit_requests: Generated<number>
}

export interface DriverFavourites {
  user_id: string
  place_id: string
  account_id: string
  created_at: Timestamp
}

export interface EmailConfirmations {
  code_hash: Buffer
  user_id: string
  email: string
  created_at: Timestamp
  expires_at: Timestamp
}

export interface EventLog {
  id: string
  at: Timestamp
  type: 'message' | 'warning' | 'error' | 'debug'
  code: string
  event: string
  text: string
  account_id: string | null
  user_id: string | null
  username: string | null
  session_id: string | null
  object: string | null
  correlation: string | null
}

export interface EvseStates {
  station_id: string
  evse_no: number
  at: Timestamp
  account_id: string
  state: 'operative' | 'faulted' | 'unavailable' | 'disabled' | 'removed' | 'online' | 'offline'
  error_code: string | null
}

export interface Evses {
  id: string
  account_id: string
  station_id: string
  evse_no: number
  type: Generated<string>
  label: string | null
  description: string | null
  mode: string | null
  max_power_w: number | null
  state: Generated<string>
  error_code: string | null
  info: string | null
  vendor_error_code: string | null
  state_since: Generated<Timestamp>
  state_received_at: Generated<Timestamp>
  transaction_number: number | null
  power_w: number | null
  energy_wh: number | null
  soc: number | null
  readings_at: Timestamp | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  is_announced: Generated<boolean>
  available_at: Timestamp | null
  last_transaction_id: string | null
  out_of_service_since: Timestamp | null
  out_of_service_reason: string | null
  expected_return_at: Timestamp | null
}

export interface ExclusionFiles {
  id: string
  account_id: string
  exclusion_id: string
  name: string
  type: string
  content: Buffer
  created_by: string | null
  created_at: Generated<Timestamp>
}

export interface Files {
  id: string
  account_id: string
  object_id: string
  name: string
  type: string
  width: number | null
  height: number | null
  content: Buffer
  thumbnail: Buffer | null
  created_by: string | null
  created_at: Generated<Timestamp>
  size: number
}

export interface GroupMembers {
  group_id: string
  user_id: string
}

export interface Groups {
  id: string
  code: string
  name: string
  description: string | null
  system_kind: 'administrators' | 'operators' | 'drivers' | 'guests' | null
  version_no: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface GuestCharges {
  id: string
  account_id: string
  station_id: string
  evse_id: string
  card_id: string
  secret_hash: Buffer
  key_hash: Buffer
  address_hash: Buffer
  email: string | null
  locale: string
  withdrawn_at: Timestamp | null
  given_up_at: Timestamp | null
  outcome: 'charged' | 'free' | 'not_started' | 'not_paid' | null
  invoice_id: string | null
  ended_at: Timestamp | null
  mails: Generated<number>
  mailed_at: Timestamp | null
  created_at: Timestamp
}

export interface GuestCodes {
  evse_id: string
  account_id: string
  version_no: Generated<number>
  hash: Buffer
  reported_at: Timestamp | null
  created_at: Generated<Timestamp>
  renewed_at: Timestamp | null
}

export interface GuestSettings {
  account_id: string
  is_enabled: Generated<boolean>
  currency: string
  amounts: number[]
  phone: string | null
  client_id: string | null
  updated_at: Generated<Timestamp>
}

export interface IncidentAttempts {
  id: string
  message_id: string
  at: Timestamp
  is_delivered: boolean
  reason: string | null
}

export interface IncidentDeliveries {
  id: string
  account_id: string
  user_id: string
  incident_id: string | null
  kind: 'opened' | 'reopened' | 'raised' | 'escalated' | 'test'
  occurrence: Generated<number>
  channel: 'console' | 'email' | 'webhook'
  recipient: string | null
  state: Generated<'waiting' | 'held' | 'sending' | 'delivered' | 'failed' | 'dropped'>
  reason: string | null
  message_id: string | null
  due_at: Timestamp
  created_at: Timestamp
  ended_at: Timestamp | null
  tried_at: Timestamp | null
}

export interface IncidentEntries {
  id: string
  incident_id: string
  account_id: string
  at: Timestamp
  kind: string
  user_id: string | null
  text: string | null
  details: Generated<Json>
}

export interface IncidentEscalations {
  account_id: string
  site_id: string | null
  severity: 'critical' | 'major' | 'minor'
  minutes: number | null
  user_id: string | null
  group_id: string | null
  updated_at: Timestamp
}

export interface IncidentNotifications {
  user_id: string
  account_id: string
  by_console: boolean
  by_email: boolean
  by_webhook: boolean
  severity: 'critical' | 'major' | 'minor'
  site_ids: string[] | null
  webhook_url: string | null
  webhook_secret: Buffer | null
  quiet_from: string | null
  quiet_to: string | null
  time_zone: string
  critical_passes: boolean
  updated_at: Timestamp
}

export interface IncidentRules {
  account_id: string
  site_id: string | null
  rule: string
  is_enabled: boolean | null
  limit_value: number | null
  severity: 'critical' | 'major' | 'minor' | null
  updated_at: Timestamp
}

export interface Incidents {
  id: string
  account_id: string
  number: number
  rule: string
  severity: 'critical' | 'major' | 'minor'
  object_key: string
  station_id: string | null
  evse_no: number | null
  card_id: string | null
  id_tag: string | null
  details: Generated<Json>
  opened_at: Timestamp
  last_at: Timestamp
  occurrences: Generated<number>
  recovered_at: Timestamp | null
  acknowledged_at: Timestamp | null
  acknowledged_by: string | null
  assignee_id: string | null
  snoozed_until: Timestamp | null
  closed_at: Timestamp | null
  closed_by: string | null
  created_at: Timestamp
  updated_at: Timestamp
  site_id: string | null
  parent_id: string | null
  active_at: Timestamp | null
  escalated_at: Timestamp | null
}

export interface IngestBatches {
  lane_id: string
  number: number
  is_abandoned: Generated<boolean>
  at: Generated<Timestamp>
}

export interface Installation {
  key: string
  value: string
}

export interface InvoiceLines {
  invoice_id: string
  line: number
  account_id: string
  charge_id: string
  transaction_id: string
  transaction_number: number | null
  service: string
  station: string
  place: string | null
  tariff: string | null
  started_at: Timestamp
  ended_at: Timestamp
  time_zone: string
  meter_start_wh: number | null
  meter_stop_wh: number | null
  quantity: number
  unit: string
  price: string | null
  amount_minor: number
  net_minor: Generated<number>
  tax_minor: Generated<number>
  tax_bp: number
  country: string
  parts: Json
}

export interface InvoiceMails {
  id: string
  account_id: string
  invoice_id: string
  kind: 'invoice' | 'reminder'
  recipient: string
  state: Generated<'queued' | 'sent' | 'failed'>
  error: string | null
  created_at: Timestamp
  ended_at: Timestamp | null
}

export interface InvoiceSeries {
  seller_id: string
  account_id: string
  series: 'INV' | 'CN'
  year: number
  next_no: Generated<number>
}

export interface Invoices {
  id: string
  account_id: string
  seller_id: string
  client_id: string
  owner_id: string | null
  type: 'invoice' | 'credit_note'
  state: Generated<'created' | 'in_progress' | 'paid' | 'closed' | 'failed' | 'cancelled'>
  code: string | null
  reference: string | null
  currency: string
  is_tax_included: boolean
  period_from: string
  period_to: string
  issued_on: string | null
  due_on: string | null
  language: string
  net_minor: Generated<number>
  tax_minor: Generated<number>
  gross_minor: Generated<number>
  paid_minor: Generated<number>
  credited_minor: Generated<number>
  taxes: Generated<Json>
  seller: Json | null
  buyer: Json | null
  corrects_id: string | null
  reason: string | null
  is_trial: Generated<boolean>
  error: string | null
  reminders: Generated<number>
  reminded_at: Timestamp | null
  issued_at: Timestamp | null
  is_demo: Generated<boolean>
  version_no: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  is_document_due: Generated<boolean>
  dunning_ended_at: Timestamp | null
  reserved_minor: Generated<number>
  advance_minor: Generated<number>
  replaces_id: string | null
  reopened_at: Timestamp | null
  is_correction_failed: Generated<boolean>
}

export interface LedgerAccounts {
  id: string
  account_id: string
  kind: 'bank' | 'clearing' | 'dispute' | 'uninvoiced' | 'tax' | 'unapplied' | 'revenue' | 'owner_cost' | 'fees' | 'bad_debt' | 'rounding' | 'adjustment' | 'client'
  ref: Generated<string>
  currency: string
  code: string
  limit_minor: Generated<number>
  client_id: GeneratedAlways<string | null>
  created_at: Generated<Timestamp>
}

export interface LedgerBalances {
  ledger_account_id: string
  account_id: string
  is_internal: boolean
  debit_minor: Generated<number>
  credit_minor: Generated<number>
  held_minor: Generated<number>
}

export interface LedgerChecks {
  id: string
  account_id: string
  checked_at: Timestamp
  accounts: number
  journals: number
  transfers: number
  mismatches: number
  details: Generated<Json>
}

export interface LedgerHolds {
  id: string
  account_id: string
  ledger_account_id: string
  transaction_number: number
  amount_minor: number
  state: Generated<'open' | 'captured' | 'released'>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface LedgerJournals {
  id: string
  account_id: string
  kind: 'session' | 'invoice' | 'credit_note' | 'top_up' | 'capture' | 'bank_transfer' | 'refund' | 'dispute' | 'fee' | 'payout' | 'owner_share' | 'owner_payment' | 'rounding' | 'write_off' | 'adjustment' | 'reversal'
  event_key: string
  currency: string
  total_minor: number
  occurred_at: Timestamp
  booked_at: Generated<Timestamp>
  reverses_id: string | null
  invoice_id: string | null
  description: string | null
}

export interface LedgerTransfers {
  id: string
  journal_id: string
  line: number
  account_id: string
  debit_id: string
  credit_id: string
  currency: string
  amount_minor: number
  client_id: string | null
  booked_at: Generated<Timestamp>
}

export interface LiveTickets {
  hash: Buffer
  session_code: string
  expires_at: Timestamp
}

export interface LocalListEntries {
  station_id: string
  code: string
  status: string | null
  expires_at: Timestamp | null
  parent_code: string | null
}

export interface LocalListSyncs {
  station_id: string
  is_automatic: boolean | null
  checked_at: Timestamp | null
  digest: string | null
  wanted_digest: string | null
  entries: number | null
  omitted: number | null
  version_sent: number | null
  sent_at: Timestamp | null
  version_confirmed: number | null
  confirmed_at: Timestamp | null
  is_verified: Generated<boolean>
  outdated_since: Timestamp | null
  error_code: string | null
  error_params: Json | null
  attempts: Generated<number>
  attempted_at: Timestamp | null
  next_attempt_at: Timestamp | null
  leased_until: Timestamp | null
}

export interface LocalLists {
  station_id: string
  version: Generated<number>
  updated_at: Timestamp | null
}

export interface Mails {
  id: string
  created_at: Generated<Timestamp>
  recipient: string
  kind: 'confirm-email' | 'confirm-new-email' | 'already-signed-up' | 'login-taken' | 'email-in-use' | 'recover-password' | 'password-changed' | 'email-changed' | 'sign-in-linked' | 'notice' | 'incident' | 'invoice' | 'payment-reminder' | 'guest-charge'
  locale: string
  subject: string
  text: string
  html: string
  link: string | null
  link_hash: Buffer | null
  link_until: Timestamp | null
  state: Generated<'queued' | 'sent' | 'failed'>
  via: 'smtp' | 'folder' | null
  tries: Generated<number>
  due_at: Timestamp
  last_error: string | null
  sent_at: Timestamp | null
  reply_to: string | null
  attachment_ids: Generated<string[]>
}

export interface MeterKeys {
  station_id: string
  evse_no: number
  public_key: string
  first_at: Timestamp
  last_at: Timestamp
}

export interface MeterValues {
  station_id: string
  evse_no: number
  sampled_at: Timestamp
  kind_id: number
  value: number
  transaction_number: number | null
  raw: string | null
}

export interface MethodRights {
  class_code: string
  method_code: string
  group_id: string | null
  user_id: string | null
  allowed: Generated<string>
  denied: Generated<string>
}

export interface MfaTickets {
  hash: Buffer
  user_id: string
  client_id: string
  expires_at: Timestamp
}

export interface Notes {
  id: string
  account_id: string
  class_code: string
  object_id: string
  client_id: string | null
  text: string
  created_by: string | null
  created_at: Timestamp
  updated_at: Timestamp
  version_no: Generated<number>
}

export interface Notices {
  id: string
  created_at: Timestamp
  user_id: string
  text: string
  status: Generated<'new' | 'read'>
  read_at: Timestamp | null
  class_code: string | null
  object_id: string | null
  object_label: string | null
  severity: Generated<'info' | 'warning' | 'error'>
  is_mail_due: Generated<boolean>
  kind: string | null
  is_push_due: Generated<boolean>
}

export interface ObjectRights {
  object_id: string
  class_code: string
  group_id: string | null
  user_id: string | null
  allowed: Generated<string>
  denied: Generated<string>
}

export interface Objects {
  id: string
  class_code: string
  type_id: string
  state_id: string
  account_id: string
  owner_id: string | null
  label: string
  description: string | null
  tags: Generated<string[]>
  version_no: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface OcppLog {
  id: Generated<number>
  at: Timestamp
  account_id: string
  station_id: string
  is_outgoing: boolean
  action: string
  message_id: string | null
  request: string | null
  response: string | null
  error_code: string | null
  duration_ms: number | null
  repeats: Generated<number>
  command_id: string | null
}

export interface OcppLogVolumes {
  account_id: string
  day: string
  bytes: number
  notice_day: string | null
}

export interface OpenidAttempts {
  state_hash: Buffer
  browser_hash: Buffer
  provider: string
  target: string | null
  locale: string
  expires_at: Timestamp
}

export interface OwnerBanks {
  owner_id: string
  account_id: string
  iban: string
  holder: string
  updated_at: Generated<Timestamp>
}

export interface OwnerShares {
  entry_id: string
  account_id: string
  owner_id: string
  station_id: string
  day: string
  currency: string
  digits: number
  sessions: number
  energy_wh: number
  net_minor: number
  commission_minor: number
  is_booked: Generated<boolean>
  statement_id: string | null
  is_demo: Generated<boolean>
}

export interface OwnerStatements {
  id: string
  account_id: string
  owner_id: string
  month: string
  code: string
  currency: string
  digits: number
  sessions: number
  energy_wh: number
  net_minor: number
  commission_minor: number
  share_minor: number
  state: Generated<'open' | 'paid'>
  iban: string | null
  holder: string | null
  paid_at: Timestamp | null
  created_at: Generated<Timestamp>
  is_demo: Generated<boolean>
  document_due_at: Generated<Timestamp | null>
}

export interface PasswordRecoveries {
  ticket_hash: Buffer
  answer_hash: Buffer
  user_id: string
  tries: Generated<number>
  created_at: Timestamp
  expires_at: Timestamp
}

export interface PaymentRequests {
  id: string
  account_id: string
  payment_id: string
  refund_id: string | null
  kind: 'authorise' | 'capture' | 'cancel' | 'refund'
  amount_minor: number
  state: Generated<'pending' | 'done' | 'failed'>
  attempts: Generated<number>
  due_at: Timestamp
  leased_until: Timestamp | null
  first_sent_at: Timestamp | null
  error: string | null
  created_at: Timestamp
}

export interface Payments {
  id: string
  account_id: string
  client_id: string
  invoice_id: string | null
  owner_id: string | null
  type: 'manual' | 'offline' | 'stripe'
  purpose: 'invoice' | 'top_up' | 'guest'
  state: Generated<'pending' | 'waiting_for_capture' | 'succeeded' | 'refunded' | 'cancelled' | 'expired' | 'failed'>
  description: string | null
  currency: string
  amount_minor: number
  authorised_minor: Generated<number>
  captured_minor: Generated<number>
  refunded_minor: Generated<number>
  disputed_minor: Generated<number>
  fee_minor: number | null
  is_captured_later: Generated<boolean>
  session_reference: string | null
  reference: string | null
  checkout_url: string | null
  return_path: string | null
  expires_at: Timestamp | null
  paid_at: Timestamp | null
  booked_at: Timestamp | null
  capture_before: Timestamp | null
  capture_at: Timestamp | null
  checked_at: Timestamp | null
  journal_id: string | null
  error: string | null
  is_trial: Generated<boolean>
  is_demo: Generated<boolean>
  version_no: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface Payouts {
  id: string
  account_id: string
  provider: string
  reference: string
  state: 'paid' | 'failed'
  amount_minor: number
  currency: string
  journal_id: string | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface PrepaidStops {
  transaction_id: string
  account_id: string
  attempts: Generated<number>
  next_at: Timestamp
  created_at: Generated<Timestamp>
}

export interface ProblemReports {
  id: string
  account_id: string
  user_id: string | null
  station_id: string
  evse_id: string | null
  transaction_id: string | null
  category: 'not_charging' | 'cable_stuck' | 'damaged' | 'screen_reader' | 'blocked' | 'sticker' | 'price' | 'other'
  text: string | null
  created_at: Timestamp
  closed_at: Timestamp | null
  outcome: string | null
  incident_id: string | null
}

export interface ProviderEvents {
  id: string
  provider: string
  event: string
  type: string
  object_kind: string | null
  object_reference: string | null
  body: string
  received_at: Timestamp
  state: Generated<'pending' | 'done' | 'failed'>
  attempts: Generated<number>
  due_at: Timestamp
  error: string | null
}

export interface PushMessages {
  id: string
  subscription_id: string
  notice_id: string
  due_at: Timestamp
  expires_at: Timestamp
  tries: Generated<number>
}

export interface PushSettings {
  user_id: string
  off: string[]
}

export interface PushSubscriptions {
  id: string
  user_id: string
  session_code: string
  created_at: Timestamp
  endpoint: string
  p256dh: Buffer
  auth: Buffer
  server_key: string
}

export interface QueueCancellations {
  run_id: string
  account_id: string
  created_at: Timestamp
  requested_by: string | null
}

export interface QueuePlaces {
  id: string
  user_id: string
  account_id: string
  place_id: string
  card_id: string | null
  position: Generated<number>
  joined_at: Timestamp
  evse_id: string | null
  offered_at: Timestamp | null
  offered_until: Timestamp | null
  run_id: string | null
  requested_at: Timestamp | null
  ended_at: Timestamp | null
  end_reason: 'left' | 'passed' | 'missed' | 'started' | 'plugged_in' | 'signed_out' | 'card_refused' | 'not_authorized' | 'cancelled' | 'unused' | 'refused' | 'silent' | 'not_sent' | 'withdrawn' | 'out_of_order' | null
  kind: Generated<'queue' | 'reservation'>
  key: string | null
}

export interface RatingQueue {
  transaction_id: string
  queued_at: Generated<Timestamp>
}

export interface RatingWaits {
  transaction_id: string
  account_id: string
  due_at: Timestamp
  attempts: Generated<number>
  error: string | null
  created_at: Generated<Timestamp>
}

export interface Ratings {
  id: string
  account_id: string
  transaction_id: string
  revision: number
  engine: number
  tariff_version_id: string | null
  client_id: string | null
  station_id: string
  currency: string | null
  digits: Generated<number>
  input: Buffer
  input_sha256: Buffer
  flags: Generated<string[]>
  hold_reason: 'no_client' | 'no_tariff' | 'needs_review' | 'price_held' | 'proposed' | 'demo' | null
  net_minor: Generated<number>
  tax_minor: Generated<number>
  gross_minor: Generated<number>
  created_at: Generated<Timestamp>
  journal_id: string | null
  superseded_by: string | null
}

export interface RecoveryCodes {
  hash: Buffer
  user_id: string
}

export interface ReferenceRows {
  id: string
  kind: 'vendor' | 'model' | 'agent' | 'currency' | 'version' | 'charger' | 'calendar' | 'category' | 'measure' | 'mode' | 'network' | 'region' | 'service'
  code: string
  name: string
  description: string | null
  state: Generated<'created' | 'enabled' | 'disabled'>
  parent_id: string | null
  fields: Generated<Json>
  reported_name: string | null
  version_no: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface RefreshTokens {
  hash: Buffer
  session_code: string
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  used_at: Timestamp | null
}

export interface Refunds {
  id: string
  account_id: string
  client_id: string
  payment_id: string
  owner_id: string | null
  state: Generated<'pending' | 'succeeded' | 'failed'>
  amount_minor: number
  currency: string
  reason: string | null
  reference: string | null
  journal_id: string
  error: string | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface RegistryKeys {
  id: string
  user_id: string | null
  path: string
  parent: string | null
  version_no: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface RegistryValues {
  id: string
  key_id: string
  name: string
  type: 'integer' | 'number' | 'datetime' | 'string' | 'boolean'
  value: Json
  version_no: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface Reservations {
  id: string
  number: number
  account_id: string
  station_id: string
  evse_no: number | null
  id_tag: string
  id_tag_folded: string
  parent_id_tag: string | null
  card_id: string | null
  state: Generated<'requested' | 'active' | 'used' | 'cancelled' | 'expired' | 'refused'>
  volume_wh: number | null
  starts_at: Generated<Timestamp>
  ends_at: Timestamp | null
  expires_at: Timestamp
  transaction_number: number | null
  requested_by: string | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  expiry_noticed_at: Timestamp | null
}

export interface ResourceContents {
  resource_id: string
  locale: 'en' | 'de' | 'fr' | 'it' | 'ru' | 'nl'
  text: string | null
  file_name: string | null
  media_type: string | null
  bytes: Buffer | null
  public_name: string | null
  version_no: Generated<number>
  updated_at: Generated<Timestamp>
}

export interface Resources {
  id: string
  node_id: string | null
  type: 'folder' | 'text' | 'file'
  name: string
  description: string | null
  version_no: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface RevenueEntries {
  id: Generated<string>
  account_id: string
  rating_id: string
  transaction_id: string
  booked_at: Timestamp
  day: string
  station_id: string
  site_id: string | null
  network_id: string | null
  client_id: string
  owner_id: string | null
  tariff_id: string | null
  tariff_version_id: string
  currency: string
  digits: number
  sessions: number
  energy_wh: number
  listed_minor: number
  net_minor: number
  tax_minor: number
  commission_minor: number
  is_demo: Generated<boolean>
}

export interface SampleKinds {
  id: GeneratedAlways<number>
  measurand: string
  phase: string | null
  location: string | null
  unit: string | null
  context: string | null
  format: string | null
  key: string
  station_id: string | null
}

export interface SavedViewDefaults {
  user_id: string
  list: string
  account_id: string
  view_id: string
}

export interface SavedViews {
  id: string
  account_id: string
  user_id: string
  list: string
  name: string
  search: string
  is_shared: Generated<boolean>
  created_at: Timestamp
  updated_at: Timestamp
  version_no: Generated<number>
}

export interface ScriptPosts {
  id: string
  created_at: Timestamp
  account_id: string | null
  url: string
  body: string
  event_id: string | null
  class_code: string | null
  object_id: string | null
  object_label: string | null
  state: Generated<'queued' | 'sent' | 'failed'>
  tries: Generated<number>
  due_at: Timestamp
  http_status: number | null
  last_error: string | null
  ended_at: Timestamp | null
  signer_id: string | null
}

export interface SecondFactors {
  user_id: string
  secret: Buffer
  created_at: Timestamp
  confirmed_at: Timestamp | null
  last_step: Generated<number>
}

export interface SecurityEvents {
  id: string
  account_id: string
  station_id: string | null
  type: string
  happened_at: Timestamp
  received_at: Generated<Timestamp>
  tech_info: string | null
}

export interface SellerLogos {
  id: string
  account_id: string
  content: Buffer
  created_at: Generated<Timestamp>
}

export interface Sellers {
  id: string
  account_id: string
  owner_id: string | null
  type: Generated<string>
  state: Generated<string>
  code: string
  name: string
  label: string | null
  description: string | null
  street: string | null
  postal_code: string | null
  city: string | null
  country_code: string | null
  vat_id: string | null
  tax_number: string | null
  register: string | null
  managing: string | null
  iban: string | null
  bic: string | null
  email: string | null
  phone: string | null
  website: string | null
  electronic_address: string | null
  electronic_scheme: string | null
  is_small_business: Generated<boolean>
  number_pattern: Generated<string>
  payment_days: Generated<number>
  invoice_schedule: Generated<'monthly' | 'immediate' | 'manual'>
  time_zone: Generated<string>
  retention_years: Generated<number>
  is_default: Generated<boolean>
  tags: Generated<string[]>
  is_demo: Generated<boolean>
  version_no: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  reminder_days: Generated<number[]>
  logo_id: string | null
}

export interface ServerGaps {
  starts_at: Timestamp
  ends_at: Timestamp
}

export interface ServerProcesses {
  name: string
  started_at: Generated<Timestamp>
  seen_at: Generated<Timestamp>
  job_workers: Generated<string[]>
}

export interface ServerPulse {
  only_row: Generated<boolean>
  at: Timestamp
}

export interface SessionCars {
  transaction_id: string
  account_id: string
  car_id: string
}

export interface SessionTariffs {
  transaction_id: string
  account_id: string
  version_id: string | null
  client_id: string | null
  group_id: string | null
  network_id: string | null
  mode: string | null
  reason: string
  selected_at: Timestamp
}

export interface Sessions {
  code: string
  user_id: string | null
  client_id: string
  created_at: Generated<Timestamp>
  last_used_at: Generated<Timestamp>
  expires_at: Timestamp
  revoked_at: Timestamp | null
  revoked_why: string | null
  host: string | null
  agent: string | null
  token_no: Generated<number>
  token_changed_at: Generated<Timestamp>
  exchange_until: Generated<Timestamp>
  id: Generated<string>
  proven_at: Generated<Timestamp>
}

export interface SignInAddresses {
  user_id: string
  address_hash: Buffer
  last_at: Timestamp
}

export interface SignInFailures {
  name_hash: Buffer
  tries: Generated<number>
  locked_until: Timestamp | null
  last_at: Generated<Timestamp>
  subject_hash: Buffer | null
  since: Generated<Timestamp>
}

export interface SignedValues {
  station_id: string
  evse_no: number
  sampled_at: Timestamp
  kind_id: number
  value: string
  transaction_number: number | null
  received_at: Timestamp
}

export interface SigningKeys {
  kid: string
  jwk: Json
  created_at: Generated<Timestamp>
  retired_at: Timestamp | null
}

export interface Sites {
  id: string
  account_id: string
  owner_id: string | null
  client_id: string | null
  network_id: string | null
  type: Generated<string>
  state: Generated<string>
  code: string
  label: string
  description: string | null
  address: string | null
  postal_code: string | null
  city: string | null
  country_code: string | null
  time_zone: string | null
  opening_hours: Json | null
  grid_limit_w: number | null
  lat: number | null
  lng: number | null
  tags: Generated<string[]>
  is_demo: Generated<boolean>
  version_no: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  search_text: GeneratedAlways<string | null>
  contacts: Generated<Json>
}

export interface StateChanges {
  id: GeneratedAlways<number>
  account_id: string
  class_code: string
  object_id: string
  action_code: string
  from_state: string
  to_state: string
  stored_at: Generated<Timestamp>
}

export interface StationCertificates {
  id: string
  account_id: string
  station_id: string
  authority_id: string
  state: 'issued' | 'sent' | 'installed' | 'superseded' | 'rejected' | 'revoked'
  serial: string
  fingerprint: string
  subject: string
  issuer: string
  certificate: string
  command_id: string | null
  valid_from: Timestamp
  valid_until: Timestamp
  issued_at: Timestamp
  revoked_at: Timestamp | null
  revoked_reason: string | null
  last_used_at: Timestamp | null
}

export interface StationConfiguration {
  station_id: string
  key: string
  value: string | null
  is_readonly: Generated<boolean>
  updated_at: Generated<Timestamp>
}

export interface StationDeviations {
  station_id: string
  rule: string
  count: Generated<number>
  last_at: Timestamp
  sample: string | null
}

export interface StationFaults {
  station_id: string
  evse_no: number
  account_id: string
  error_code: string | null
  happened_at: Timestamp
  is_due: Generated<boolean>
  noticed_at: Timestamp | null
}

export interface StationKeys {
  id: string
  station_id: string
  hash: Buffer
  command_id: string | null
  created_at: Generated<Timestamp>
  first_used_at: Timestamp | null
  retired_at: Timestamp | null
}

export interface StationRenewals {
  station_id: string
  account_id: string
  asked_at: Timestamp
  problem: string | null
}

export interface StationRoots {
  id: string
  account_id: string
  station_id: string
  kind: 'CentralSystemRootCertificate' | 'ManufacturerRootCertificate'
  state: 'sent' | 'installed' | 'refused'
  problem: string | null
  certificate: string | null
  subject: string | null
  valid_until: Timestamp | null
  hash_algorithm: string
  issuer_name_hash: string
  issuer_key_hash: string
  serial: string
  authority_id: string | null
  command_id: string | null
  changed_at: Timestamp
}

export interface StationUploadParts {
  transfer_id: string
  attempt: number
  part_no: number
  content: Buffer
}

export interface StationUploads {
  transfer_id: string
  account_id: string
  station_id: string
  secret_hash: Buffer
  expires_at: Timestamp
  attempt: Generated<number>
  name: string | null
  size: number | null
  received_at: Timestamp | null
}

export interface Stations {
  id: string
  account_id: string
  owner_id: string | null
  identity: string
  label: string | null
  description: string | null
  type: Generated<string>
  state: Generated<string>
  display_state: Generated<string>
  approval: Generated<'policy' | 'accepted' | 'rejected'>
  boot_status: string | null
  auth_mode: Generated<'key' | 'open'>
  open_until: Timestamp | null
  subprotocol_optional: Generated<boolean>
  is_connected: Generated<boolean>
  connection_changed_at: Timestamp | null
  connection_epoch: Generated<number>
  connected_process: string | null
  last_seen_at: Timestamp | null
  booted_at: Timestamp | null
  boot_count: Generated<number>
  is_unresponsive: Generated<boolean>
  remote_address: string | null
  protocol: string | null
  vendor: string | null
  model: string | null
  serial_number: string | null
  box_serial_number: string | null
  firmware_version: string | null
  iccid: string | null
  imsi: string | null
  meter_type: string | null
  meter_serial_number: string | null
  boot_payload: string | null
  status_payload: string | null
  network_name: string | null
  time_zone: string | null
  lat: number | null
  lng: number | null
  address: string | null
  is_demo: Generated<boolean>
  version_no: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  rejection_notice_at: Timestamp | null
  client_id: string | null
  site_id: string | null
  tags: Generated<string[]>
  zero_state: string | null
  out_of_service_reason: string | null
  expected_return_at: Timestamp | null
  search_text: GeneratedAlways<string | null>
  out_of_service_since: Timestamp | null
  search_end: GeneratedAlways<string | null>
  times_trusted: Generated<boolean>
  public_no: Generated<number>
  security_profile: Generated<number>
  connected_profile: number | null
}

export interface TariffVersions {
  id: string
  account_id: string
  tariff_id: string
  number: number
  state: Generated<'draft' | 'active' | 'retired'>
  definition: Json
  hash: string
  commission_bp: Generated<number>
  price: string | null
  cost: string | null
  service: string
  schedule: string | null
  afir_limited: boolean
  type: string | null
  client_id: string | null
  group_id: string | null
  network_id: string | null
  mode: string | null
  currency: string | null
  valid_from: Timestamp | null
  valid_to: Timestamp | null
  activated_at: Timestamp | null
  activated_by: string | null
  version_no: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface Tariffs {
  id: string
  account_id: string
  owner_id: string | null
  type: Generated<string>
  state: Generated<string>
  code: string
  identity: string | null
  label: string
  description: string | null
  client_id: string | null
  group_id: string | null
  network_id: string | null
  mode: 'slow' | 'standard' | 'fast' | 'ultra' | null
  currency: string
  afir_connectors: Generated<number>
  is_demo: Generated<boolean>
  tags: Generated<string[]>
  version_no: Generated<number>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface TlsListeners {
  process: string
  certificates: Json
  expires_at: Timestamp
  loaded_at: Timestamp
  checked_at: Timestamp
  problem: string | null
}

export interface TransactionStates {
  transaction_id: string
  at: Timestamp
  state: string
  received_at: Timestamp
}

export interface Transactions {
  id: string
  number: number
  account_id: string
  station_id: string
  evse_no: number | null
  id_tag: string | null
  id_tag_folded: string | null
  card_id: string | null
  decision: string | null
  reservation_number: number | null
  start_key: string
  started_at: Timestamp
  started_sent: string | null
  received_start_at: Generated<Timestamp>
  meter_start_wh: number
  stopped_at: Timestamp | null
  stopped_sent: string | null
  received_stop_at: Timestamp | null
  meter_stop_wh: number | null
  stop_reason: string | null
  stop_id_tag: string | null
  stop_payload: string | null
  energy_wh: Generated<number>
  state: Generated<'running' | 'finished' | 'needs_review'>
  flags: Generated<string[]>
  note: string | null
  meter_last_wh: number | null
  power_w: number | null
  soc: number | null
  readings_at: Timestamp | null
  is_demo: Generated<boolean>
  protocol: Generated<string>
  station_ref: string | null
  connector_no: number | null
  token_type: string | null
  authorised_at: Timestamp | null
  energy_started_at: Timestamp | null
  revision: Generated<number>
  command_id: string | null
  continues_id: string | null
  access_rule_id: string | null
  refusal_reason: string | null
  idle_notified_at: Timestamp | null
}

export interface Transfers {
  id: string
  account_id: string
  station_id: string
  command_id: string | null
  kind: 'firmware' | 'diagnostics' | 'log'
  location: string
  file_name: string | null
  request_number: number | null
  status: Generated<string>
  statuses: Generated<Json>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  finished_at: Timestamp | null
}

export interface UnknownTags {
  account_id: string
  code_folded: string
  code: string
  station_id: string
  first_at: Generated<Timestamp>
  last_at: Generated<Timestamp>
  count: Generated<number>
}

export interface UnmatchedMessages {
  id: string
  account_id: string
  station_id: string
  kind: string
  action: string
  reason: string
  payload: string
  payload_hash: string
  repeats: Generated<number>
  candidate_number: number | null
  received_at: Generated<Timestamp>
  last_at: Generated<Timestamp>
  resolved_at: Timestamp | null
  resolved_by: string | null
  resolution: string | null
  stop_fields: string | null
  evse_no: number | null
  proposed_energy_wh: number | null
}

export interface UserIdentities {
  issuer: string
  subject: string
  user_id: string
  created_at: Timestamp
  last_used_at: Timestamp
  id: Generated<string>
}

export interface UserNetworks {
  user_id: string
  kind: 'allow' | 'deny'
  network: string
}

export interface Users {
  id: string
  account_id: string
  username: string
  email: string | null
  password_hash: string | null
  is_admin: Generated<boolean>
  is_guest: Generated<boolean>
  interface_code: Generated<'all' | 'administrator' | 'user' | 'guest' | 'driver'>
  state: Generated<'open' | 'active' | 'locked' | 'expired' | 'deleted'>
  first_name: string | null
  last_name: string | null
  picture: string | null
  locale: Generated<string>
  area: string | null
  failed_sign_ins: Generated<number>
  locked_until: Timestamp | null
  is_demo: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  awaits_confirmation: Generated<boolean>
  email_confirmed_at: Timestamp | null
  password_changed_at: Timestamp | null
  phone: string | null
  description: string | null
  areas: string[] | null
  must_change_password: Generated<boolean>
  version_no: Generated<number>
  notice_mails: Generated<'off' | 'important' | 'all'>
  client_id: string | null
  search_text: GeneratedAlways<string | null>
  search_end: GeneratedAlways<string | null>
}

export interface WorkflowActions {
  code: string
  label: string
  sequence: Generated<number>
  is_system: Generated<boolean>
  version_no: Generated<number>
}

export interface Database {
  access_rules: AccessRules
  accounting_codes: AccountingCodes
  accounting_settings: AccountingSettings
  accounts: Accounts
  activity: Activity
  activity_counted: ActivityCounted
  activity_counts: ActivityCounts
  api_log: ApiLog
  audit_anchors: AuditAnchors
  audit_log: AuditLog
  authorization_codes: AuthorizationCodes
  availability_exclusions: AvailabilityExclusions
  availability_targets: AvailabilityTargets
  avatars: Avatars
  bulk_run_items: BulkRunItems
  bulk_runs: BulkRuns
  car_drivers: CarDrivers
  card_clients: CardClients
  card_drivers: CardDrivers
  cards: Cards
  cars: Cars
  certificate_authorities: CertificateAuthorities
  charges: Charges
  charging_profile_installs: ChargingProfileInstalls
  charging_profiles: ChargingProfiles
  class_events: ClassEvents
  class_methods: ClassMethods
  class_rights: ClassRights
  class_states: ClassStates
  class_transitions: ClassTransitions
  class_types: ClassTypes
  classes: Classes
  client_group_members: ClientGroupMembers
  client_groups: ClientGroups
  clients: Clients
  commands: Commands
  connection_attempts: ConnectionAttempts
  connectors: Connectors
  disputes: Disputes
  documents: Documents
  driver_charges: DriverCharges
  driver_favourites: DriverFavourites
  email_confirmations: EmailConfirmations
  event_log: EventLog
  evse_states: EvseStates
  evses: Evses
  exclusion_files: ExclusionFiles
  files: Files
  group_members: GroupMembers
  groups: Groups
  guest_charges: GuestCharges
  guest_codes: GuestCodes
  guest_settings: GuestSettings
  incident_attempts: IncidentAttempts
  incident_deliveries: IncidentDeliveries
  incident_entries: IncidentEntries
  incident_escalations: IncidentEscalations
  incident_notifications: IncidentNotifications
  incident_rules: IncidentRules
  incidents: Incidents
  ingest_batches: IngestBatches
  installation: Installation
  invoice_lines: InvoiceLines
  invoice_mails: InvoiceMails
  invoice_series: InvoiceSeries
  invoices: Invoices
  ledger_accounts: LedgerAccounts
  ledger_balances: LedgerBalances
  ledger_checks: LedgerChecks
  ledger_holds: LedgerHolds
  ledger_journals: LedgerJournals
  ledger_transfers: LedgerTransfers
  live_tickets: LiveTickets
  local_list_entries: LocalListEntries
  local_list_syncs: LocalListSyncs
  local_lists: LocalLists
  mails: Mails
  meter_keys: MeterKeys
  meter_values: MeterValues
  method_rights: MethodRights
  mfa_tickets: MfaTickets
  notes: Notes
  notices: Notices
  object_rights: ObjectRights
  objects: Objects
  ocpp_log: OcppLog
  ocpp_log_volumes: OcppLogVolumes
  openid_attempts: OpenidAttempts
  owner_banks: OwnerBanks
  owner_shares: OwnerShares
  owner_statements: OwnerStatements
  password_recoveries: PasswordRecoveries
  payment_requests: PaymentRequests
  payments: Payments
  payouts: Payouts
  prepaid_stops: PrepaidStops
  problem_reports: ProblemReports
  provider_events: ProviderEvents
  push_messages: PushMessages
  push_settings: PushSettings
  push_subscriptions: PushSubscriptions
  queue_cancellations: QueueCancellations
  queue_places: QueuePlaces
  rating_queue: RatingQueue
  rating_waits: RatingWaits
  ratings: Ratings
  recovery_codes: RecoveryCodes
  reference_rows: ReferenceRows
  refresh_tokens: RefreshTokens
  refunds: Refunds
  registry_keys: RegistryKeys
  registry_values: RegistryValues
  reservations: Reservations
  resource_contents: ResourceContents
  resources: Resources
  revenue_entries: RevenueEntries
  sample_kinds: SampleKinds
  saved_view_defaults: SavedViewDefaults
  saved_views: SavedViews
  script_posts: ScriptPosts
  second_factors: SecondFactors
  security_events: SecurityEvents
  seller_logos: SellerLogos
  sellers: Sellers
  server_gaps: ServerGaps
  server_processes: ServerProcesses
  server_pulse: ServerPulse
  session_cars: SessionCars
  session_tariffs: SessionTariffs
  sessions: Sessions
  sign_in_addresses: SignInAddresses
  sign_in_failures: SignInFailures
  signed_values: SignedValues
  signing_keys: SigningKeys
  sites: Sites
  state_changes: StateChanges
  station_certificates: StationCertificates
  station_configuration: StationConfiguration
  station_deviations: StationDeviations
  station_faults: StationFaults
  station_keys: StationKeys
  station_renewals: StationRenewals
  station_roots: StationRoots
  station_upload_parts: StationUploadParts
  station_uploads: StationUploads
  stations: Stations
  tariff_versions: TariffVersions
  tariffs: Tariffs
  tls_listeners: TlsListeners
  transaction_states: TransactionStates
  transactions: Transactions
  transfers: Transfers
  unknown_tags: UnknownTags
  unmatched_messages: UnmatchedMessages
  user_identities: UserIdentities
  user_networks: UserNetworks
  users: Users
  workflow_actions: WorkflowActions
}
