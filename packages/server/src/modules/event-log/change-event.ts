import type { LoggedEvent } from '../../shared/log-event.ts'

/** An entry of the audit trail as it is stored. */
export interface StoredChange {
  account_id: string | null
  user_id: string | null
  username: string | null
  session_id: string | null
  via: string | null
  class_code: string
  label: string
  action: string
  /** JSON text. */
  after: string | null
  correlation: string | null
}

interface LoggedChange {
  /** Source of the event. */
  code: string
  /** Name of the event, by the action of the change. */
  events: Readonly<Record<string, string>>
}

const setting = 'setting changed'
const limits = 'limits of an account changed'

/**
 * Changes that are also written to the event log, by class. The audit trail has all changes and their values;
 * these events contain neither values nor a description of the object.
 */
const loggedChanges: Readonly<Record<string, LoggedChange>> = {
  user: {
    code: 'users',
    events: {
      create: 'user created',
      'sign up': 'user signed up',
      lock: 'user blocked',
      unlock: 'user unblocked',
      expire: 'user expired',
      delete: 'user deleted',
      password: 'password changed',
      'password expire': 'password expired',
      'totp confirm': 'two-factor authentication enabled',
      'totp remove': 'two-factor authentication disabled',
    },
  },
  charge_point: {
    code: 'stations',
    events: {
      create: 'station added',
      disable: 'station disabled',
      enable: 'station enabled',
      delete: 'station deleted',
      restore: 'station restored',
      key: 'station key created',
    },
  },
  account: { code: 'settings', events: { update: 'account settings changed', quota: limits } },
  registry: {
    code: 'settings',
    events: { create: setting, update: setting, move: setting, delete: setting },
  },
  signing_key: { code: 'settings', events: { rotate: 'signing key replaced' } },
  demo: { code: 'settings', events: { delete: 'sample data removed' } },
}

const approvals: Readonly<Record<string, string>> = {
  accepted: 'station approved',
  rejected: 'station rejected',
  policy: 'station follows the rule of its account',
}

/** Returns the event for a change, or null if the change is only in the audit trail. */
export function eventOfChange(change: StoredChange): LoggedEvent | null {
  const { account_id, user_id, username, session_id, via, class_code, label, correlation } = change
  const known = loggedChanges[class_code]
  const event = known && nameOf(known, change)
  if (!event) return null
  return {
    type: 'message',
    code: known.code,
    event,
    text: via === null ? '' : via,
    account: account_id,
    user: user_id === null ? null : { userId: user_id, ...(username === null ? {} : { username }) },
    sessionId: session_id,
    object: label,
    correlation,
  }
}

function nameOf({ events }: LoggedChange, { class_code, action, after }: StoredChange): string | null {
  if (Object.hasOwn(events, action)) return events[action]!
  if (class_code !== 'charge_point' || action !== 'update' || after === null) return null
  const { approval } = JSON.parse(after) as { approval?: unknown } // the audit trail writes it as an object
  return typeof approval === 'string' && Object.hasOwn(approvals, approval) ? approvals[approval]! : null
}
