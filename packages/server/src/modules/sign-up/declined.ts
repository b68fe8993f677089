import type { AnswerOf, emailConfirm } from '@stationmaster/contract'
import type { Refusal } from '../../shared/refusal.ts'

/** Returns a refusal as a result, as the public forms of links in emails expect it. */
export function declined({ message, code, field, params }: Refusal): AnswerOf<typeof emailConfirm> {
  return {
    result: false,
    message,
    ...(code === undefined ? {} : { code }),
    ...(field === undefined ? {} : { field }),
    ...(params === undefined ? {} : { params }),
  }
}
