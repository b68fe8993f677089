import { administrationErrors } from './administration.ts'
import { billingErrors } from './billing.ts'
import { chargingErrors } from './charging.ts'
import { commandErrors } from './commands.ts'
import { driverErrors } from './driver.ts'
import type { ErrorKind } from './error-table.ts'
import { generalErrors } from './general.ts'
import { importErrors } from './imports.ts'
import { listErrors } from './lists.ts'
import { pricingErrors } from './pricing.ts'
import { signInErrors } from './sign-in.ts'
import { stationErrors } from './stations.ts'
import { tariffErrors } from './tariffs.ts'
import { workflowErrors } from './workflow.ts'

/** All errors of the API by code. Programs use the code; the message is for people. */
export const errors = {
  ...generalErrors,
  ...listErrors,
  ...importErrors,
  ...signInErrors,
  ...stationErrors,
  ...chargingErrors,
  ...driverErrors,
  ...billingErrors,
  ...pricingErrors,
  ...commandErrors,
  ...administrationErrors,
  ...workflowErrors,
  ...tariffErrors,
} as const

export type ErrorCode = keyof typeof errors

type ParameterName<Message extends string> = Message extends `${string}{{${infer Name}}}${infer Rest}`
  ? (Name extends `${infer Plain}, ${string}` ? Plain : Name) | ParameterName<Rest>
  : never

/** Parameters of an error: the placeholders of its message. */
export type ErrorParams<Code extends ErrorCode> = Record<
  ParameterName<(typeof errors)[Code]['message']>,
  string | number
>

export const kindOfError = (code: ErrorCode): ErrorKind => errors[code].kind

const numbers = new Intl.NumberFormat('en')

/** Returns the English message of an error with its parameters. */
export const errorMessage = (
  code: ErrorCode,
  params: Readonly<Record<string, string | number>> = {},
): string =>
  errors[code].message.replaceAll(/{{(\w+)(, number)?}}/g, (_, name: string, isNumber?: string) => {
    const value = params[name] ?? ''
    return isNumber && typeof value === 'number' ? numbers.format(value) : String(value)
  })
