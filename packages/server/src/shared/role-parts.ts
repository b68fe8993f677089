import type { Role } from './config.ts'

/** Returns the parts of the server that a process with this role runs. */
export const partsOf = (role: Role) => ({
  gateway: role === 'all' || role === 'gateway',
  web: role === 'all' || role === 'web',
  jobs: role === 'all' || role === 'jobs',
})
