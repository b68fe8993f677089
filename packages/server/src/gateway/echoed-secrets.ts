import { maskFrame, uploadSecret } from '../shared/secret-words.ts'
import type { CommandOutcome, NextCommand } from '../shared/station-command.ts'

type Command = Pick<NextCommand, 'payload' | 'shown'>
interface Secret {
  text: string
  shown: string
}

/** Shorter texts occur in any answer. */
const shortest = 4
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Returns the secrets of a command: the texts that differ between the sent and the shown payload. */
function secretsOf(payload: unknown, shown: unknown): Secret[] {
  if (payload === shown) return []
  if (isObject(payload) && isObject(shown))
    return Object.keys(payload).flatMap((key) => secretsOf(payload[key], shown[key]))
  if (typeof payload !== 'string' || payload.length < shortest) return []
  return [
    { text: payload, shown: String(shown) },
    ...partsOf(payload).map((text) => ({ text, shown: '***' })),
  ]
}

/** Returns password, signatures and upload secret of a URL: a station may repeat them alone in an error. */
const partsOf = (address: string): string[] =>
  [/\/\/[^:@/]*:([^@]*)@/, uploadSecret, ...(address.match(/[?&][^=&]+=[^&#]{8,}/g) ?? [])]
    .map((part) => (typeof part === 'string' ? part.slice(part.indexOf('=') + 1) : part.exec(address)?.[1]))
    .filter((text): text is string => text !== undefined && text.length >= shortest)

/** Returns a text as it appears in JSON, without its quotes. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Returns the outcome of a command without secrets that the station repeated (INV-12). */
export function withoutSecrets(command: Command, outcome: CommandOutcome): CommandOutcome {
  const secrets = secretsOf(command.payload, command.shown)
  const hide = (text: string): string =>
    secrets.reduce(
      (so, { text: secret, shown }) => so.replaceAll(secret, shown).replaceAll(inJson(secret), inJson(shown)),
      text,
    )
  const hideAll = (value: unknown): unknown => {
    const text = JSON.stringify(value)
    const hidden = text === undefined ? text : hide(text)
    return hidden === text ? value : (JSON.parse(hidden!) as unknown)
  }
  switch (outcome.kind) {
    case 'result': {
      const payload = hideAll(outcome.payload)
      return payload === outcome.payload
        ? outcome
        : { ...outcome, payload, rawText: hide(outcome.rawText ?? '') }
    }
    case 'error':
      return { ...outcome, description: hide(outcome.description), details: hideAll(outcome.details) }
    case 'unreadable':
      return { ...outcome, rawText: maskFrame(hide(outcome.rawText)) }
    case 'late':
      return { ...outcome, answer: withoutSecrets(command, outcome.answer) as typeof outcome.answer }
    default:
      return outcome
  }
}
