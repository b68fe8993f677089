import { closeReasons } from '@stationmaster/contract'
import { useFormat } from '../../../lib/format.ts'
import { useTermWord } from '../../../lib/term-words.ts'
import { useTexts } from '../../../lib/texts.ts'
import type { Activity } from './use-activity.ts'

/** An event in words: a sentence, its continuation and the end of the row. */
export interface ActivityWords {
  sentence: string
  note: string
  end: string
}

type Worded = Pick<Activity, 'kind' | 'details' | 'identity' | 'cardname' | 'idtag' | 'username'>
type Details = Activity['details']

const textIn = (details: Details, name: string): string => {
  const value = details[name]
  return value === null || value === undefined ? '' : String(value)
}
const numberIn = (details: Details, name: string): number | null => {
  const value = details[name]
  return typeof value === 'number' ? value : null
}
const words = (sentence: string, note = '', end = ''): ActivityWords => ({ sentence, note, end })
const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(' · ')

/** Returns a function that puts an event into words; the texts `activity` and `terms` must be loaded. */
export function useActivityWords(): (event: Worded) => ActivityWords {
  const t = useTexts('activity')
  const format = useFormat()
  const word = useTermWord()
  const term = (member: string, value: string): string => (value === '' ? '' : word(member, value))
  const energy = (details: Details): string => {
    const value = numberIn(details, 'energywh')
    return value === null ? '' : format.energy(value)
  }
  const duration = (details: Details): string => {
    const seconds = numberIn(details, 'seconds')
    return seconds === null ? '' : format.duration(seconds)
  }
  // The other reasons are shown as the codes of the OCPP log.
  const closed = (reason: string): string => {
    const known = closeReasons.find((one) => one === reason)
    return known ? t(`closed.${known}`) : reason
  }
  const action = (code: string): string => {
    const known = actionWords.find((one) => one === code)
    return known ? t(`actions.${known}`) : code
  }
  /** Returns the answer of the station to a command, or why there is none. */
  const result = (details: Details): string => {
    const answer = textIn(details, 'result')
    if (answer !== '') return term('status', answer)
    const reason = textIn(details, 'reason')
    if (reason === 'station.offline') return t('results.offline')
    if (reason === 'command.queue_full') return t('results.queueFull')
    const state = textIn(details, 'state')
    const known = resultWords.find((one) => one === state)
    return known ? t(`results.${known}`) : term('status', state.charAt(0).toUpperCase() + state.slice(1))
  }
  return ({ kind, details, identity, cardname, idtag, username }) => {
    const holder = cardname ?? idtag ?? ''
    const plain = t(`kinds.${kind}`)
    const of = (name: string): string => textIn(details, name)
    switch (kind) {
      case 'fault_raised': {
        const error = term('errorCode', of('errorcode') === 'NoError' ? '' : of('errorcode'))
        return words(
          error === '' ? plain : t('words.faultOf', { fault: plain, error }),
          joined(of('vendorerrorcode'), of('info')),
        )
      }
      case 'fault_cleared':
        return words(plain, stateNote(of('to'), term('status', of('to')), plain))
      case 'state_changed': {
        const from = term('status', of('from'))
        const sentence = of('to') === '' ? plain : t('words.stateTo', { state: term('status', of('to')) })
        return words(sentence, from === '' ? '' : t('words.was', { value: from }))
      }
      case 'session_review':
        return words(plain, term('flag', of('reason')), energy(details))
      case 'connected':
        return words(plain, of('address'))
      case 'disconnected': {
        const connected = duration(details)
        return words(plain, closed(of('reason')), connected && t('words.after', { duration: connected }))
      }
      case 'booted': {
        const previous = of('previous')
        const firmware = previous === '' ? '' : t('words.was', { value: previous })
        return words(plain, joined(of('firmware'), firmware), term('status', of('status')))
      }
      case 'session_started':
        return words(plain, holder, term('status', of('status')))
      case 'session_stop_requested':
        if (of('reason') === reservedUsed) return words(plain, t('words.reservedUsed'))
        return words(plain, of('reason') === balanceTooLow ? t('words.balanceTooLow') : '')
      case 'session_ended':
        return words(plain, joined(energy(details), holder, term('reason', of('reason'))), duration(details))
      case 'authorization_refused': {
        if (of('rule') !== '') return words(t('words.refusedByRule'), holder)
        if (of('reason') === balanceTooLow) return words(t('words.refusedByBalance'), holder)
        const status = term('status', of('status'))
        return words(status === '' ? plain : t('words.refusedAs', { status }), holder)
      }
      case 'message_unmatched':
        return words(plain, of('action'))
      case 'command_ended': {
        return words(of('action') || plain, joined(result(details), holder), username ?? '')
      }
      case 'transfer_changed': {
        const type = transferWords.find((one) => one === of('type'))
        return words(type ? t(`transfers.${type}`) : plain, term('status', of('status')), username ?? '')
      }
      case 'configuration_changed': {
        const count = numberIn(details, 'count')
        const keys = count === null || count < 2 ? '' : t('words.keys', { count })
        return words(plain, of('key') || keys, username ?? '')
      }
      case 'object_changed': {
        const known = classWords.find((one) => one === of('class'))
        const label = [identity, idtag].includes(of('label')) ? '' : of('label')
        return words(
          known ? t(`classes.${known}`) : plain,
          joined(label, action(of('action'))),
          username ?? '',
        )
      }
    }
  }
}

const stateNote = (state: string, written: string, sentence: string): string =>
  state === '' || written === sentence ? '' : written

/** Reason of a refusal, or of a request to stop. */
const balanceTooLow = 'balance_too_low'
const reservedUsed = 'reserved_amount_used'

const classWords = ['charge_point', 'connector', 'card', 'reservation', 'transaction'] as const
const resultWords = ['failed', 'timeout', 'cancelled', 'expired', 'unknown'] as const
/** Actions with words; those of methods that users add are shown as their codes. */
const actionWords = [
  'create',
  'update',
  'delete',
  'enable',
  'disable',
  'restore',
  'report_lost',
  'key',
  'open',
  'disconnect',
  'out_of_service',
  'in_service',
  'note_add',
  'note_edit',
  'note_delete',
  'cancel',
  'resolve',
  'apply',
  'review',
] as const
const transferWords = ['firmware', 'diagnostics', 'log'] as const
