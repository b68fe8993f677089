import type { AnswerOf, emailConfirm } from '@stationmaster/contract'
import { CallError } from '../../lib/call.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { TokenRefusal } from '../../lib/request-token.ts'

type Outcome = AnswerOf<typeof emailConfirm>

/** A form whose response was `result: false`. */
export class Declined extends Error {
  readonly reason: Outcome['reason']
  constructor({ message, reason }: Outcome) {
    super(message)
    this.reason = reason
  }
}

/**
 * Server messages by the beginning of their text, because OAuth has one code for most of them. Other messages
 * are shown as received.
 */
const sentences = [
  ['Login or password is wrong', 'signIn'],
  ['Confirm your e-mail first', 'unconfirmed'],
  ['The sign-in took too long', 'late'],
  ['The code is wrong', 'code'],
  ['You may not sign in', 'address'],
  ['The password is wrong', 'password'],
  ['The new password is the old one', 'same'],
  ['Show your password again', 'stale'],
  ['A login has', 'login'],
  ['The password must not', 'weak'],
  ['This password is among', 'weak'],
  ['Your request has been canceled', 'canceled'],
  ['This sign-in took too long', 'lost'],
  ['There is no answer from', 'away'],
  ['The sign-in was not accepted', 'declined'],
  ['The answer of', 'untrusted'],
  ['Your e-mail is not confirmed at', 'unverified'],
  ['This e-mail is of an account', 'unproven'],
  ['This account may not sign in', 'standing'],
  ['Signing up is switched off', 'off'],
  ['No more people can sign up', 'full'],
] as const

const reasons = { wrong: 'link', taken: 'taken', password: 'weak', 'password-needed': 'choose' } as const

type Key = (typeof sentences)[number][1] | (typeof reasons)[keyof typeof reasons]

/** Returns the message of the server, in English. */
const originalOf = (failure: unknown): string =>
  failure instanceof CallError ? failure.original : failure instanceof Error ? failure.message : ''

/** Returns the key of a known refusal; null for any other. */
export function refusalOf(failure: unknown): Key | null {
  if (failure instanceof Declined && failure.reason) return reasons[failure.reason]
  const original = originalOf(failure)
  return sentences.find(([start]) => original.startsWith(start))?.[1] ?? null
}

/** Returns a function that describes a failure in the language of the page; English uses the server's message. */
export function useRefusalWords(): (failure: unknown) => string {
  const t = useTexts()
  const say = useTexts('sign')
  const isEnglish = useLanguage() === 'en'
  return (failure) => {
    if (failure instanceof CallError && failure.kind === 'empty') return t('ui.badAnswer')
    const isAnswer = failure instanceof CallError ? failure.kind === 'refused' : isAnswered(failure)
    if (!isAnswer || !(failure instanceof Error)) return t('sign.unreachable')
    const { message } = failure
    const original = originalOf(failure)
    if (failure instanceof RedirectProblem)
      return say(`no.${refusalOf(failure) ?? 'canceled'}`, { address: addressIn(original) })
    if (isEnglish && message) return message
    const wait = waitOf(failure)
    if (wait > 0) return say('no.tooMany', { count: Math.ceil(wait / 60) })
    const key = refusalOf(failure)
    if (key) return say(`no.${key}`, { address: addressIn(original) })
    const isServers = failure instanceof CallError && failure.status >= 500
    return isServers ? t('ui.failed') : message || t('ui.failed')
  }
}

/**
 * A failed sign-in by OpenID, returned by a redirect. Its text comes from the address and is never shown: the
 * page recognizes the server's message and shows its own text.
 */
export class RedirectProblem extends Error {}

const addressIn = (message: string): string => /address ([\da-fA-F.:]+?)\.?$/.exec(message)?.[1] ?? ''

const isAnswered = (failure: unknown): boolean =>
  failure instanceof TokenRefusal || failure instanceof Declined || failure instanceof RedirectProblem

const waitOf = (failure: Error): number => {
  if (failure instanceof TokenRefusal) return failure.waitSeconds
  return failure instanceof CallError && failure.status === 429 ? failure.retryAfter || 60 : 0
}
