import type { Redirect } from './deps.ts'
import type { Problem } from './problem.ts'

export const redirectTo = (location: string, cookie?: string): Redirect => ({
  status: 302,
  headers: {
    location,
    'cache-control': 'no-store',
    ...(cookie === undefined ? {} : { 'set-cookie': cookie }),
  },
  body: '',
})

type Values = Record<string, string | number | undefined>

/** Returns an address of the console with values in its fragment, which is not sent in requests. */
export function withFragment(path: string, values: Values): string {
  const fragment = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) fragment.append(name, String(value))
  return `${path}#${fragment.toString()}`
}

/** Returns the address of the sign-in page, which shows the problem. */
export const problemAddress = (problem: Problem, target: string | null = null, state?: string): string =>
  withFragment(target ?? '/signin', {
    error: problem.error,
    error_description: problem.description,
    error_code: problem.code,
    address: problem.address,
    state,
  })
